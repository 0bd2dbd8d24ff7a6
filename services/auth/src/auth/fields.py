"""Types of auth's form fields, each with its rule and its Russian message."""

import re
import unicodedata
from typing import Annotated, Literal

from chassis.fields import FORBIDDEN_CHARACTERS, limit_length, normalize_line, refuse_invisible_characters, trim
from pydantic import AfterValidator, BeforeValidator, Field

# An extension at the end of a phone number, for example `доб. 12` or `ext 12`.
EXTENSION = re.compile(r"(?:доб|вн|ext|x|#)\.?\s*\d+$", re.IGNORECASE)
# The international prefix 00, which means the same as `+`.
INTERNATIONAL_PREFIX = re.compile(r"^00\s*(?=[1-9])")
PHONE = re.compile(r"\+?[\d\s().\-]{5,32}")
MIN_PHONE_DIGITS = 5


def get_email_key(email: str) -> str:
    """Return the form in which email addresses are compared: normalized, in lower case."""
    return unicodedata.normalize("NFC", email).strip().lower()


def _normalize_line(value: str) -> str:
    text = refuse_invisible_characters(normalize_line(trim(value)))
    # Devices show private-use and unassigned characters differently, or not at all.
    if any(unicodedata.category(character) in {"Co", "Cn"} for character in text):
        raise ValueError(FORBIDDEN_CHARACTERS)
    return text


def _check_name(value: str) -> str:
    text = _normalize_line(value)
    if not text:
        raise ValueError("Обязательное поле")
    return text


def _normalize_phone(value: str | None) -> str | None:
    text = _normalize_line(value or "")
    if not text:
        return None
    if EXTENSION.search(text):
        raise ValueError("Укажите номер без добавочного")
    text = INTERNATIONAL_PREFIX.sub("+", text)
    digit_count = sum(character.isdigit() for character in text)
    if not PHONE.fullmatch(text) or digit_count < MIN_PHONE_DIGITS:
        raise ValueError("Проверьте номер телефона")
    return text


def _require_true(text: str) -> BeforeValidator:
    """Accept JSON true only. Everything else gets a message, because a consent must be explicit."""

    def check(value: object) -> object:
        if value is not True:
            raise ValueError(text)
        return value

    return BeforeValidator(check)


def _check_password(value: str) -> str:
    if "\x00" in value:
        raise ValueError(FORBIDDEN_CHARACTERS)
    return value


def keep_digits(value: object) -> object:
    """Return only the digits, as ASCII. A text without digits stays as it is, and is refused later."""
    if not isinstance(value, str):
        return value
    digits = "".join(str(int(character)) for character in value if character.isdecimal())
    return digits or value


def remove_separators(value: object) -> object:
    """Remove the spaces and hyphens between the groups of an app's code or a recovery code."""
    if not isinstance(value, str):
        return value
    return "".join(character for character in trim(value) if not character.isspace() and character not in "-‐‑–—")


def refuse_control_characters(value: str) -> str:
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise ValueError(FORBIDDEN_CHARACTERS)
    return value


Name = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_check_name)]
Line = Annotated[str, AfterValidator(_normalize_line)]
Phone = Annotated[
    str | None,
    Field(max_length=40),
    AfterValidator(_normalize_phone),
]
NewPassword = Annotated[str, Field(min_length=8, max_length=128), AfterValidator(_check_password)]
Password = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_check_password)]
# `keep_digits` runs before the length check, because people paste codes with spaces.
Code = Annotated[str, limit_length(1, 6), AfterValidator(refuse_control_characters), BeforeValidator(keep_digits)]
OpaqueText = Annotated[str, Field(max_length=4096), AfterValidator(refuse_control_characters)]
AdultAge = Annotated[Literal[True], _require_true("Регистрация доступна с 18 лет")]
Acceptance = Annotated[Literal[True], _require_true("Нужно ваше согласие")]
