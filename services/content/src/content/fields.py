"""Input types that several features share: text, numbers, times, telephone numbers."""

import re
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

import phonenumbers
from contracts.email_address import EmailAddress
from contracts.fields import YEARS, in_supported_years, printable
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    Field,
    StrictBool,
    StringConstraints,
    WithJsonSchema,
)

DAY = re.compile(r"\d{4}-\d\d-\d\d([Tt ].*)?$")
TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d")


def single_line(value: str) -> str:
    """Normalize a name or a subject: one line, single spaces."""
    return " ".join(printable(value).split())


def telephone(value: str) -> str:
    """Normalize a number to +79991234567; without a country code it is Russian. Raises ValueError."""
    try:
        number = phonenumbers.parse(value, "RU")
    except phonenumbers.NumberParseException:
        raise ValueError("Проверьте номер телефона") from None
    if not phonenumbers.is_possible_number(number):
        raise ValueError("Проверьте номер телефона")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def web_address(value: str) -> str:
    """Check the address of a picture or a video: a path on this site, or https. Raises ValueError."""
    if not value.startswith(("/", "https://", "http://localhost")) or value.startswith("//"):
        raise ValueError("Нужен адрес, который начинается с / или https://")
    return printable(value)


def check_timestamp(value: Any) -> Any:
    """Require RFC 3339 text: pydantic would read a bare number as seconds since 1970. Raises ValueError."""
    if isinstance(value, int | float) or (isinstance(value, str) and not TIME.match(value)):
        raise ValueError("Ожидается время вида 2026-11-20T14:05:00Z")
    return value


def parse_day(value: Any) -> Any:
    """The day of a date or a timestamp. Raises ValueError."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not DAY.match(value):
        raise ValueError("Ожидается день вида 2026-11-20")
    return value[:10]


def check_number(value: Any) -> Any:
    """Refuse true and "1" where a number is required. Raises ValueError."""
    if isinstance(value, bool | str):
        raise ValueError("Ожидается целое число")
    return value


def check_consent(value: Any) -> Any:
    """Require a JSON truth value: in Python 1 equals True, but it is nobody's consent. Raises ValueError."""
    if not isinstance(value, bool):
        raise ValueError("Нужно ваше согласие")
    return value


def blank_to_none(value: Any) -> Any:
    """An empty string of a form is None."""
    return None if isinstance(value, str) and not value.strip() else value


Day = Annotated[date, BeforeValidator(parse_day), AfterValidator(in_supported_years), YEARS]
Moment = Annotated[AwareDatetime, BeforeValidator(check_timestamp), AfterValidator(in_supported_years), YEARS]
WholeNumber = Annotated[int, BeforeValidator(check_number)]
Version = Annotated[WholeNumber, Field(ge=0, le=2**31 - 1)]
Line = Annotated[
    str, AfterValidator(single_line), StringConstraints(strip_whitespace=True, min_length=1, max_length=200)
]
ShortLine = Annotated[
    str, AfterValidator(single_line), StringConstraints(strip_whitespace=True, min_length=1, max_length=100)
]
Paragraphs = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000), AfterValidator(printable)
]
Note = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000), AfterValidator(printable)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, min_length=5, max_length=32), AfterValidator(telephone)]
Email = EmailAddress
WebAddress = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000), AfterValidator(web_address)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=120)]
Flag = StrictBool
Consent = Annotated[
    Literal[True], BeforeValidator(check_consent), Field(description="Согласие на обработку персональных данных")
]


def _or_absent(kind: Any, max_length: int) -> Any:
    """The same type, optional: a blank field may be sent as an empty string or as null."""
    shown = {"anyOf": [{"type": "string", "maxLength": max_length}, {"type": "null"}]}
    return Annotated[kind | None, BeforeValidator(blank_to_none), WithJsonSchema(shown)]


if TYPE_CHECKING:
    OptionalLine = str | None
    OptionalEmail = str | None
    OptionalPhone = str | None
    OptionalParagraphs = str | None
    OptionalWebAddress = str | None
    OptionalNote = str | None
else:
    OptionalLine = _or_absent(Line, 200)
    OptionalEmail = _or_absent(Email, 254)
    OptionalPhone = _or_absent(Phone, 32)
    OptionalParagraphs = _or_absent(Paragraphs, 5000)
    OptionalWebAddress = _or_absent(WebAddress, 1000)
    OptionalNote = _or_absent(Note, 2000)

Key = Annotated[str, StringConstraints(min_length=1, max_length=150), AfterValidator(printable)]
Search = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(printable)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100), AfterValidator(printable)]
