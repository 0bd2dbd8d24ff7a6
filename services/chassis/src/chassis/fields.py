"""Field types that the inputs of several services share."""

import unicodedata
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime

Day = TypeVar("Day", bound=date)
FIRST_YEAR, LAST_YEAR = 1900, 2999
UNSET: Any = None
"""The default of an optional field of a PATCH body: a missing field keeps its value, while null is refused."""


def printable(value: str) -> str:
    """Refuse control characters and lone surrogates: PostgreSQL stores no NUL, UTF-8 no half of a surrogate pair."""
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    return value


def in_supported_years(value: Day) -> Day:
    """Refuse dates at the ends of the calendar: converting them to another zone or adding to them overflows."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"Ожидается год от {FIRST_YEAR} до {LAST_YEAR}")
    return value


Moment = Annotated[AwareDatetime, AfterValidator(in_supported_years)]
