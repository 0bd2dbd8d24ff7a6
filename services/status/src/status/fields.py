"""Text that people write about incidents and works: something to read, that a database can hold."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, StringConstraints


def printable(value: str) -> str:
    """Refuse what no text holds: PostgreSQL, for one, has no place for a NUL, and UTF-8 none for half a character."""
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    return value


Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(printable)]
Message = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000), AfterValidator(printable)
]
Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000), AfterValidator(printable)]
Search = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(printable)]
