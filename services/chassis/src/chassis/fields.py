"""What the inputs of several services share."""

import unicodedata
from typing import Any

UNSET: Any = None
"""The default of an optional field of a PATCH body: left out means "as it was", while null is refused."""


def printable(value: str) -> str:
    """Refuse what no text holds: PostgreSQL, for one, has no place for a NUL, and UTF-8 none for half a character."""
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    return value
