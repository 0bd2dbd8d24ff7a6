"""Types of the form fields of auth, each with its rule and its Russian message."""

import re
import unicodedata
from typing import Annotated, Literal

from chassis.fields import sized
from pydantic import AfterValidator, BeforeValidator, Field

PHONE = re.compile(r"\+?[\d\s().\-]{5,32}")


def email_key(email: str) -> str:
    """The key that equal addresses share: normalized, in lower case."""
    return unicodedata.normalize("NFC", email).strip().lower()


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


def _only_true(text: str) -> BeforeValidator:
    """Accept JSON true only, with a message of its own for everything else: a consent is never a guess."""

    def check(value: object) -> object:
        if value is not True:
            raise ValueError(text)
        return value

    return BeforeValidator(check)


def _password(value: str) -> str:
    if "\x00" in value:
        raise ValueError("Здесь есть недопустимые знаки")
    return value


def absent(value: object) -> bool:
    """Whether an optional field stays out of the JSON."""
    return value is None


def no_control_characters(value: str) -> str:
    if any(unicodedata.category(sign) == "Cc" for sign in value):
        raise ValueError("Здесь есть недопустимые знаки")
    return value


Name = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_name)]
Line = Annotated[str, AfterValidator(_line)]
Phone = Annotated[
    str | None,
    Field(max_length=40, json_schema_extra={"pattern": rf"^\s*({PHONE.pattern})?\s*$"}),
    AfterValidator(_phone),
]
NewPassword = Annotated[str, Field(min_length=8, max_length=128), AfterValidator(_password)]
Password = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_password)]
Code = Annotated[str, sized(1, 6), AfterValidator(no_control_characters)]
Opaque = Annotated[str, Field(max_length=4096), AfterValidator(no_control_characters)]
Adult = Annotated[Literal[True], _only_true("Регистрация доступна с 18 лет")]
Accepted = Annotated[Literal[True], _only_true("Нужно ваше согласие")]
