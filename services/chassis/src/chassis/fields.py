"""What the inputs of several services share."""

import unicodedata
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime

Day = TypeVar("Day", bound=date)
FIRST_YEAR, LAST_YEAR = 1900, 2999
UNSET: Any = None
"""The default of an optional field of a PATCH body: left out means "as it was", while null is refused."""


def printable(value: str) -> str:
    """Refuse what no text holds: PostgreSQL, for one, has no place for a NUL, and UTF-8 none for half a character."""
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    return value


def within_reach(value: Day) -> Day:
    """A day of a calendar's ends cannot be told in another time zone, nor added to, nor read back from the database."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"Ожидается год от {FIRST_YEAR} до {LAST_YEAR}")
    return value


Moment = Annotated[AwareDatetime, AfterValidator(within_reach)]
