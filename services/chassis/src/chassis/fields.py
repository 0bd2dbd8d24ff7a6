"""Field types for inputs of several services."""

import unicodedata
from datetime import date
from ipaddress import ip_network
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

Day = TypeVar("Day", bound=date)
FIRST_YEAR = 1900
LAST_YEAR = 2999
# Letters and symbols without a visible form: Hangul fillers, the empty Braille pattern.
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
UNSET: Any = None
"""The default of an optional field of a PATCH body: a missing field keeps its value, while null is refused."""


def printable(value: str) -> str:
    """Refuse control characters and lone surrogates, which PostgreSQL or UTF-8 cannot store.

    Text with only invisible characters, such as zero-width spaces, is refused too: it would count as not blank.
    """
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    if value.strip() and all(sign.isspace() or _is_invisible(sign) for sign in value):
        raise ValueError("В тексте нет видимых символов")
    return value


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or sign in FILLERS


def in_supported_years(value: Day) -> Day:
    """Refuse dates at the ends of the calendar, where time zone conversion and addition overflow."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"Ожидается год от {FIRST_YEAR} до {LAST_YEAR}")
    return value


def only_text(value: Any) -> Any:
    """Refuse numbers for a date or time: pydantic would read them as seconds since 1970."""
    try:
        float(value)
    except (TypeError, ValueError):
        return value
    raise PydanticCustomError("datetime_type", "a text is expected")


def only_true(value: Any) -> Any:
    """Refuse values that only equal true: `Literal[True]` accepts 1 and 1.0."""
    if value is not True:
        raise PydanticCustomError("literal_error", "true is expected", {"expected": "True"})
    return value


def networks(value: str) -> str:
    """Validate a list of networks or addresses: uvicorn reads a mistyped one as a name and then trusts nobody."""
    for part in filter(None, map(str.strip, value.split(","))):
        ip_network(part)
    return value


def sized(shortest: int | None, longest: int) -> StringConstraints:
    """String of `shortest` to `longest` characters; spaces at the ends are removed."""
    return StringConstraints(strip_whitespace=True, min_length=shortest, max_length=longest)


PRINTABLE = AfterValidator(printable)
YEARS = Field(description=f"A year from {FIRST_YEAR} to {LAST_YEAR}.")
Moment = Annotated[AwareDatetime, BeforeValidator(only_text), AfterValidator(in_supported_years), YEARS]
Networks = Annotated[str, AfterValidator(networks)]
Consent = Annotated[Literal[True], BeforeValidator(only_true)]
