"""Types of the form fields of auth, each with its rule and its Russian message."""

import re
import unicodedata
from typing import Annotated

import email_validator
from pydantic import AfterValidator, BeforeValidator, Field

# Reserved for tests by RFC 2606, refused by the library; nobody else can own such an address.
if "test" in email_validator.SPECIAL_USE_DOMAIN_NAMES:
    email_validator.SPECIAL_USE_DOMAIN_NAMES.remove("test")

PHONE = re.compile(r"\+?[\d\s().\-]{5,32}")


def email_key(email: str) -> str:
    """The key that equal addresses share: normalized, in lower case."""
    return unicodedata.normalize("NFC", email).strip().lower()


def _email(value: str) -> str:
    try:
        return email_validator.validate_email(value.strip(), check_deliverability=False).normalized
    except email_validator.EmailNotValidError as error:
        raise ValueError("Проверьте адрес электронной почты") from error


def _line(value: str) -> str:
    text = " ".join(unicodedata.normalize("NFC", value).split())
    if any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"} for sign in text):
        raise ValueError("Здесь есть недопустимые знаки")
    return text


def _name(value: str) -> str:
    text = _line(value)
    if not text:
        raise ValueError("Обязательное поле")
    return text


def _phone(value: str | None) -> str | None:
    text = _line(value or "")
    if not text:
        return None
    if not PHONE.fullmatch(text) or sum(sign.isdigit() for sign in text) < 5:
        raise ValueError("Проверьте номер телефона")
    return text


def _accepted(text: str) -> AfterValidator:
    def check(value: bool) -> bool:
        if not value:
            raise ValueError(text)
        return value

    return AfterValidator(check)


def _password(value: str) -> str:
    if "\x00" in value:
        raise ValueError("Здесь есть недопустимые знаки")
    return value


def _stripped(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def no_control_characters(value: str) -> str:
    if any(unicodedata.category(sign) == "Cc" for sign in value):
        raise ValueError("Здесь есть недопустимые знаки")
    return value


Email = Annotated[str, Field(max_length=254), AfterValidator(_email)]
Name = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_name)]
Line = Annotated[str, AfterValidator(_line)]
Phone = Annotated[str | None, Field(max_length=40), AfterValidator(_phone)]
NewPassword = Annotated[str, Field(min_length=8, max_length=128), AfterValidator(_password)]
Password = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_password)]
Code = Annotated[
    str, BeforeValidator(_stripped), Field(min_length=1, max_length=6), AfterValidator(no_control_characters)
]
Opaque = Annotated[str, Field(max_length=4096), AfterValidator(no_control_characters)]
Adult = Annotated[bool, _accepted("Регистрация доступна с 18 лет")]
Accepted = Annotated[bool, _accepted("Нужно ваше согласие")]
