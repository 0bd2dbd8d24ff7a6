"""Input types that the features of this service share: texts, numbers, days, telephone numbers."""

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import phonenumbers
from chassis import fields
from chassis.fields import (
    PRINTABLE_CHECK,
    YEARS,
    check_supported_years,
    is_site_path,
    limit_length,
    normalize_line,
    refuse_control_characters,
    refuse_invisible_characters,
)
from chassis.formats import MOSCOW
from chassis.mail.addresses import EmailAddress
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StrictBool,
    StringConstraints,
    WithJsonSchema,
)

# A filter by the employee who handles a record. `none` selects the records that nobody handles.
Assignee = UUID | Literal["none"]

# A day, or a timestamp that begins with a day.
DAY = re.compile(r"\d{4}-\d\d-\d\d([Tt ].*)?$", re.ASCII)


def normalize_telephone(value: str) -> str:
    """Normalize a number to +79991234567. A number without a country code is Russian. Raises ValueError."""
    # Many people dial 00 instead of the plus sign.
    value = re.sub(r"^00\s*(?=[1-9])", "+", refuse_invisible_characters(value))
    try:
        number = phonenumbers.parse(value, "RU")
    except phonenumbers.NumberParseException:
        raise ValueError("Проверьте номер телефона") from None
    if number.extension:
        # An extension would be lost, because phone links cannot hold one.
        raise ValueError("Укажите номер без добавочного, а добавочный напишите в сообщении")
    if not phonenumbers.is_possible_number(number):
        raise ValueError("Проверьте номер телефона")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def check_web_address(value: str) -> str:
    """Check the address of a picture or a video: a path on this site, or https. Raises ValueError."""
    if not is_site_path(value) and not value.startswith("https://"):
        raise ValueError("Нужен адрес, который начинается с / или https://")
    return refuse_control_characters(value)


VIDEO_FILE = re.compile(r"[^?#]+\.(mp4|webm|m4v|mov|ogv)([?#].*)?", re.IGNORECASE)


def check_video_file(value: str) -> str:
    """Check that an address leads to a video file, not to a page of a video service. Raises ValueError."""
    if not VIDEO_FILE.fullmatch(value):
        raise ValueError("Нужен адрес самого файла: MP4, WebM, M4V, MOV или OGV")
    return value


def parse_day(value: Any) -> Any:
    """Parse a date, or the day in Moscow of a timestamp. Raises ValueError."""
    if isinstance(value, datetime):
        return value.astimezone(MOSCOW).date() if value.tzinfo else value.date()
    if isinstance(value, date):
        return value
    try:
        if not isinstance(value, str) or not DAY.match(value):
            raise ValueError
        timestamp = datetime.fromisoformat(value.strip())
        return timestamp.astimezone(MOSCOW).date() if timestamp.tzinfo else timestamp.date()
    except (ValueError, OverflowError):
        raise ValueError("Ожидается день вида 2026-11-20") from None


def check_number(value: Any) -> Any:
    """Refuse true and "1" where a number is required. Raises ValueError."""
    if isinstance(value, bool | str):
        raise ValueError("Ожидается целое число")
    return value


def convert_blank_to_none(value: Any) -> Any:
    """Convert an empty string of a form to None."""
    return None if isinstance(value, str) and not value.strip() else value


Day = Annotated[date, BeforeValidator(parse_day), AfterValidator(check_supported_years), YEARS]
WholeNumber = Annotated[int, BeforeValidator(check_number)]
Roubles = Annotated[WholeNumber, Field(ge=0, le=10**12)]
Version = Annotated[WholeNumber, Field(ge=0, le=2**31 - 1)]
Line = Annotated[str, AfterValidator(normalize_line), limit_length(1, 200)]
ShortLine = Annotated[str, AfterValidator(normalize_line), limit_length(1, 100)]
Paragraphs = Annotated[str, limit_length(1, 5000), PRINTABLE_CHECK]
Note = Annotated[str, limit_length(None, 2000), PRINTABLE_CHECK]
Name = Annotated[str, AfterValidator(normalize_line), AfterValidator(refuse_invisible_characters), limit_length(1, 100)]
Phone = Annotated[str, limit_length(5, 32), AfterValidator(normalize_telephone)]
Email = EmailAddress
WebAddress = Annotated[str, limit_length(None, 1000), AfterValidator(check_web_address)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=120)]
Flag = StrictBool
Consent = Annotated[fields.Consent, Field(description="Consent to the processing of personal data.")]


def _describe_optional_text(max_length: int) -> WithJsonSchema:
    """Return the schema of an optional text. A blank field may be sent as an empty string or as null."""
    return WithJsonSchema({"anyOf": [{"type": "string", "maxLength": max_length}, {"type": "null"}]})


BLANK = BeforeValidator(convert_blank_to_none)
OptionalLine = Annotated[Line | None, BLANK, _describe_optional_text(200)]
OptionalEmail = Annotated[Email | None, BLANK, _describe_optional_text(254)]
OptionalPhone = Annotated[Phone | None, BLANK, _describe_optional_text(32)]
OptionalParagraphs = Annotated[Paragraphs | None, BLANK, _describe_optional_text(5000)]
OptionalWebAddress = Annotated[WebAddress | None, BLANK, _describe_optional_text(1000)]
OptionalVideoAddress = Annotated[
    Annotated[WebAddress, AfterValidator(check_video_file)] | None, BLANK, _describe_optional_text(1000)
]
OptionalNote = Annotated[Note | None, BLANK, _describe_optional_text(2000)]
# The slug or the id of a record in a path.
Key = Annotated[str, StringConstraints(min_length=1, max_length=150), PRINTABLE_CHECK]
