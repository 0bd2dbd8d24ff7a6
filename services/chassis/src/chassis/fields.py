"""Field types for inputs of several services."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from ipaddress import ip_network
from typing import Annotated, Any, Literal, TypeVar

from annotated_types import GroupedMetadata
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

Day = TypeVar("Day", bound=date)
FIRST_YEAR = 1900
LAST_YEAR = 2999
TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d", re.ASCII)
SITE_PATH = re.compile(r"/(?![/\\])[^\x00-\x1f\x7f]*")
# Letters and symbols without a visible form: Hangul fillers, the empty Braille pattern.
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
FORBIDDEN_CHARACTERS = "Есть недопустимые символы"
UNSET: Any = None
"""The default of an optional field of a PATCH body: a missing field keeps its value, while null is refused."""


def refuse_control_characters(value: str) -> str:
    """Refuse control characters and lone surrogates, which PostgreSQL or UTF-8 cannot store. Returns the text in NFC.

    Text with only invisible characters, such as zero-width spaces, is refused too: it would count as not blank.
    """
    if any(unicodedata.category(character) in {"Cc", "Cs"} and character not in "\n\r\t" for character in value):
        raise ValueError(FORBIDDEN_CHARACTERS)
    if value.strip() and all(character.isspace() or _is_invisible(character) for character in value):
        raise ValueError("В тексте нет видимых символов")
    # One form of each letter: some systems send й as two characters, and no search would find it.
    return unicodedata.normalize("NFC", value)


def normalize_line(value: str) -> str:
    """Normalize a name or a subject: printable, one line, single spaces. Raises ValueError."""
    return " ".join(refuse_control_characters(value).split())


def is_site_path(address: str) -> bool:
    """Return True if an address is a path of this site.

    Browsers read a backslash as a slash and drop tabs and line breaks, so `/\\evil.com` and `/<tab>/evil.com` lead to
    another site (WHATWG URL, section 4.4).
    """
    return SITE_PATH.fullmatch(address) is not None


def trim(value: str) -> str:
    """Remove spaces and invisible characters from the ends: address books and messengers put them around a number."""
    begin = 0
    end = len(value)
    while begin < end and _is_space_or_invisible(value[begin]):
        begin += 1
    while end > begin and _is_space_or_invisible(value[end - 1]):
        end -= 1
    return value[begin:end]


def refuse_invisible_characters(value: str) -> str:
    """Refuse invisible characters inside a name, a number or an address. The error has the code of the first one."""
    invisible_character = next((character for character in value if _is_invisible(character)), None)
    if invisible_character:
        raise ValueError(f"Внутри есть невидимый знак U+{ord(invisible_character):04X}: удалите его")
    return value


def _is_space_or_invisible(character: str) -> bool:
    return character.isspace() or _is_invisible(character)


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or character in FILLERS


def check_supported_years(value: Day) -> Day:
    """Refuse dates at the ends of the calendar, where time zone conversion and addition overflow."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"Ожидается год от {FIRST_YEAR} до {LAST_YEAR}")
    return value


def check_timestamp(value: Any) -> Any:
    """Require RFC 3339 text: pydantic would read a bare number as seconds since 1970. Raises ValueError."""
    is_number = isinstance(value, int | float)
    is_other_text = isinstance(value, str) and not TIME.match(value)
    if is_number or is_other_text:
        raise ValueError("Ожидается время вида 2026-11-20T14:05:00Z")
    return value


def require_true(value: Any) -> Any:
    """Refuse values that only equal true: `Literal[True]` accepts 1 and 1.0."""
    if value is not True:
        raise PydanticCustomError("literal_error", "true is expected", {"expected": "True"})
    return value


def is_none(value: object) -> bool:
    """Return True for None. `exclude_if=is_none` leaves an optional field without a value out of a response."""
    return value is None


def check_networks(value: str) -> str:
    """Validate a list of networks or addresses: uvicorn reads a mistyped one as a name and then trusts nobody."""
    for part in filter(None, map(str.strip, value.split(","))):
        ip_network(part)
    return value


def _trim_text(value: Any) -> Any:
    """Trim a text. Other values stay as they are: pydantic refuses them."""
    return trim(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class TextLength(GroupedMetadata):
    """Limits of the length of a text. Spaces and invisible characters at its ends are removed first."""

    shortest: int | None
    longest: int

    def __iter__(self) -> Iterator[object]:
        yield BeforeValidator(_trim_text)
        yield from StringConstraints(strip_whitespace=True, min_length=self.shortest, max_length=self.longest)


def limit_length(shortest: int | None, longest: int) -> TextLength:
    """Return a constraint for string length; spaces and invisible characters are stripped at the ends."""
    return TextLength(shortest, longest)


PRINTABLE_CHECK = AfterValidator(refuse_control_characters)
YEARS = Field(description=f"A year from {FIRST_YEAR} to {LAST_YEAR}.")
Moment = Annotated[AwareDatetime, BeforeValidator(check_timestamp), AfterValidator(check_supported_years), YEARS]
# One text of a form. Line breaks are kept where a service does not join lines (`normalize_line`).
Title = Annotated[str, limit_length(1, 200), PRINTABLE_CHECK]
# Filters and search terms of lists.
Search = Annotated[str, limit_length(None, 200), PRINTABLE_CHECK]
Word = Annotated[str, limit_length(None, 100), PRINTABLE_CHECK]
Networks = Annotated[str, AfterValidator(check_networks)]
Consent = Annotated[Literal[True], BeforeValidator(require_true)]
