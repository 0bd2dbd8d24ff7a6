"""Kinds of text that come from outside: what PostgreSQL could not keep is refused with a sentence."""

import json
from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, StringConstraints

DATA_BYTES = 4096


def storable(value: str) -> str:
    """Text without the zero character, which PostgreSQL refuses."""
    if "\x00" in value:
        raise ValueError("Недопустимый символ")
    return value


def small_data(value: dict[str, Any]) -> dict[str, Any]:
    """Extra data that travels with every copy of a notification, so it must stay small."""
    try:
        body = orjson.dumps(value)
        # orjson writes infinity as null, the database's JSON as a word that PostgreSQL refuses.
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError("Недопустимое значение") from error
    if len(body) > DATA_BYTES:
        raise ValueError(f"Не больше {DATA_BYTES} байт")
    if b"\\u0000" in body:
        raise ValueError("Недопустимый символ")
    link = value.get("link")
    if link is not None and not (isinstance(link, str) and _leads_home(link)):
        raise ValueError("Ссылка должна вести на страницу сайта и начинаться с /")
    return value


def _leads_home(link: str) -> bool:
    return link.startswith("/") and not link.startswith(("//", "/\\"))


Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(storable)]
Message = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000), AfterValidator(storable)
]
Words = Annotated[str, StringConstraints(max_length=200), AfterValidator(storable)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(storable)]
Data = Annotated[dict[str, Any], AfterValidator(small_data)]
