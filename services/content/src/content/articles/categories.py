"""The fixed categories of the blog, parsed from any of the forms in which clients send them."""

import json
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, JsonValue

CATEGORY_NAMES = {
    "reviews": "Обзоры",
    "tips": "Советы",
    "news": "Новости",
    "guides": "Гиды",
    "maintenance": "Обслуживание",
    "travel": "Путешествия",
}


def parse_categories(value: Any) -> list[str]:
    """Parse a string, a list, or a JSON text of either into a list without duplicates."""
    if isinstance(value, str) and value.lstrip().startswith(("[", '"')):
        try:
            value = json.loads(value)
        except ValueError:
            raise ValueError("Категория не разобрана") from None
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(item, str) for item in names):
        raise ValueError("Ожидается категория или их список")
    unknown_names = [item for item in names if item not in CATEGORY_NAMES]
    if unknown_names or not names:
        raise ValueError(f"Допустимо: {', '.join(CATEGORY_NAMES)}")
    return list(dict.fromkeys(names))


def parse_draft_categories(value: Any) -> list[str]:
    """Parse like `parse_categories`, but a draft may have no category yet."""
    return [] if value == [] else parse_categories(value)


DraftCategories = Annotated[
    list[str],
    BeforeValidator(parse_draft_categories),
    Field(
        max_length=len(CATEGORY_NAMES),
        json_schema_extra={"items": {"type": "string", "enum": list[JsonValue](CATEGORY_NAMES)}},
    ),
]
