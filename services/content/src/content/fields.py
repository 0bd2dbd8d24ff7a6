"""Input types that several features share: text a database can hold, and telephones in one shape."""

import re
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Literal

import phonenumbers
from chassis.fields import in_supported_years, printable
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, EmailStr, Field, StringConstraints, WithJsonSchema

DAY = re.compile(r"\d{4}-\d\d-\d\d([Tt ].*)?$")
TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d")


def single_line(value: str) -> str:
    """Text of a letter's subject or a name: one line, single spaces."""
    return " ".join(printable(value).split())


def telephone(value: str) -> str:
    """The number as +79991234567; a national one is taken for Russian."""
    try:
        number = phonenumbers.parse(value, "RU")
    except phonenumbers.NumberParseException:
        raise ValueError("Проверьте номер телефона") from None
    if not phonenumbers.is_possible_number(number):
        raise ValueError("Проверьте номер телефона")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def web_address(value: str) -> str:
    """A picture or a video: on our own site, or anywhere over https."""
    if not value.startswith(("/", "https://", "http://localhost")) or value.startswith("//"):
        raise ValueError("Нужен адрес, который начинается с / или https://")
    return printable(value)


def only_text(value: Any) -> Any:
    """A moment is written out (RFC 3339): a bare number would be taken for seconds since 1970."""
    if isinstance(value, int | float) or (isinstance(value, str) and not TIME.match(value)):
        raise ValueError("Ожидается время вида 2026-11-20T14:05:00Z")
    return value


def day_of(value: Any) -> Any:
    """A plan is made of days; a moment is taken for its day."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not DAY.match(value):
        raise ValueError("Ожидается день вида 2026-11-20")
    return value[:10]


def only_number(value: Any) -> Any:
    """In JSON a number is a number: neither true nor "1" is."""
    if isinstance(value, bool | str):
        raise ValueError("Ожидается целое число")
    return value


def empty_as_none(value: Any) -> Any:
    """Forms send an empty string for a field left blank."""
    return None if isinstance(value, str) and not value.strip() else value


Day = Annotated[date, BeforeValidator(day_of), AfterValidator(in_supported_years)]
Moment = Annotated[AwareDatetime, BeforeValidator(only_text), AfterValidator(in_supported_years)]
Whole = Annotated[int, BeforeValidator(only_number)]
Version = Annotated[Whole, Field(ge=0, le=2**31 - 1)]
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
Email = Annotated[EmailStr, Field(max_length=254)]
WebAddress = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000), AfterValidator(web_address)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=120)]
Consent = Annotated[Literal[True], Field(description="Согласие на обработку персональных данных")]


def _or_absent(kind: Any, max_length: int) -> Any:
    """The same kind of text, or nothing: a field left blank is sent as an empty string or as null."""
    shown = {"anyOf": [{"type": "string", "maxLength": max_length}, {"type": "null"}]}
    return Annotated[kind | None, BeforeValidator(empty_as_none), WithJsonSchema(shown)]


if TYPE_CHECKING:
    MaybeLine = str | None
    MaybeEmail = str | None
    MaybePhone = str | None
    MaybeParagraphs = str | None
    MaybeWebAddress = str | None
    MaybeNote = str | None
else:
    MaybeLine = _or_absent(Line, 200)
    MaybeEmail = _or_absent(Email, 254)
    MaybePhone = _or_absent(Phone, 32)
    MaybeParagraphs = _or_absent(Paragraphs, 5000)
    MaybeWebAddress = _or_absent(WebAddress, 1000)
    MaybeNote = _or_absent(Note, 2000)

Key = Annotated[str, StringConstraints(min_length=1, max_length=150), AfterValidator(printable)]
Search = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(printable)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100), AfterValidator(printable)]
