"""Field types that the inputs of several services share."""

import unicodedata
from datetime import date
from ipaddress import ip_network
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

Day = TypeVar("Day", bound=date)
FIRST_YEAR, LAST_YEAR = 1900, 2999
# Characters of alphabets and symbols that are drawn as nothing: the fillers of Hangul, the empty Braille pattern.
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
UNSET: Any = None
"""The default of an optional field of a PATCH body: a missing field keeps its value, while null is refused."""


def printable(value: str) -> str:
    """Refuse control characters and lone surrogates: PostgreSQL stores no NUL, UTF-8 no half of a surrogate pair.

    A text of invisible characters alone, such as zero-width spaces, is refused too: it would pass as not blank.
    """
    if any(unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\r\t" for sign in value):
        raise ValueError("Есть недопустимые символы")
    if value.strip() and all(sign.isspace() or _is_invisible(sign) for sign in value):
        raise ValueError("В тексте нет видимых символов")
    return value


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or sign in FILLERS


def in_supported_years(value: Day) -> Day:
    """Refuse dates at the ends of the calendar: converting them to another zone or adding to them overflows."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"Ожидается год от {FIRST_YEAR} до {LAST_YEAR}")
    return value


def only_text(value: Any) -> Any:
    """Refuse numbers where a date or a time is expected: pydantic would read them as seconds since 1970."""
    try:
        float(value)
    except (TypeError, ValueError):
        return value
    raise PydanticCustomError("datetime_type", "a text is expected")


def only_true(value: Any) -> Any:
    """Refuse what merely equals JSON true: `Literal[True]` accepts 1 and 1.0."""
    if value is not True:
        raise PydanticCustomError("literal_error", "true is expected", {"expected": "True"})
    return value


def networks(value: str) -> str:
    """Refuse what is no list of networks or addresses: uvicorn takes a mistyped one for a name, and trusts nobody."""
    for part in filter(None, map(str.strip, value.split(","))):
        ip_network(part)
    return value


def sized(shortest: int | None, longest: int) -> StringConstraints:
    """So many characters, without spaces at the ends."""
    return StringConstraints(strip_whitespace=True, min_length=shortest, max_length=longest)


PRINTABLE = AfterValidator(printable)
YEARS = Field(description=f"A year from {FIRST_YEAR} to {LAST_YEAR}.")
Moment = Annotated[AwareDatetime, BeforeValidator(only_text), AfterValidator(in_supported_years), YEARS]
Networks = Annotated[str, AfterValidator(networks)]
Consent = Annotated[Literal[True], BeforeValidator(only_true)]
