"""Types of input texts. A text that PostgreSQL cannot store is refused with a message."""

import json
from typing import Annotated, Any

import orjson
from chassis.fields import FORBIDDEN_CHARACTERS, PRINTABLE_CHECK, is_site_path, limit_length
from pydantic import AfterValidator, StringConstraints

MAX_DATA_BYTES = 4096


def check_data(value: dict[str, Any]) -> dict[str, Any]:
    """Check extra data. Every copy of a notification holds it, so it must stay small."""
    try:
        body = orjson.dumps(value)
        # orjson writes infinity as null. The JSON encoder of the database driver writes a word instead, which
        # PostgreSQL refuses.
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError("Недопустимое значение") from error
    if len(body) > MAX_DATA_BYTES:
        raise ValueError(f"Не больше {MAX_DATA_BYTES} байт")
    if b"\\u0000" in body:
        raise ValueError(FORBIDDEN_CHARACTERS)
    link = value.get("link")
    if link is not None and not (isinstance(link, str) and is_site_path(link)):
        raise ValueError("Ссылка должна вести на страницу сайта и начинаться с /")
    return value


Message = Annotated[str, limit_length(1, 2000), PRINTABLE_CHECK]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100), PRINTABLE_CHECK]
Data = Annotated[dict[str, Any], AfterValidator(check_data)]
