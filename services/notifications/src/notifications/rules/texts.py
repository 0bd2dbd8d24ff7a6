"""The texts of notifications, read from `texts.yaml` (`docs/copy/notifications.yaml` is a link to it)."""

import re
import string
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import yaml
from chassis.web.errors import Invalid
from pydantic import BaseModel, ConfigDict

from notifications.inbox.kinds import Kind
from notifications.preferences.policy import Channel

Audience = Literal["user", "assignee", "admins", "everyone", "subscribers"]
MAX_TITLE_LENGTH = 200
MAX_MESSAGE_LENGTH = 2000
# A part of a text in brackets, without other brackets in it.
OPTIONAL_PART = re.compile(r"\[([^\[\]]*)\]")


class MessageText(BaseModel):
    """The text of one message, its link and its channels."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    to: Audience
    type: Kind
    channels: tuple[Channel, ...]
    title: str
    message: str
    # One more paragraph of the email.
    email: str = ""
    variables: tuple[str, ...]
    link: str
    in_digest: bool = False
    # The user requested this notification, so even advertising needs no other consent.
    is_requested: bool = False


class Texts(BaseModel):
    """The content of texts.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    messages: dict[str, MessageText]
    order_changes: dict[str, str]


TEXTS = Texts.model_validate(yaml.safe_load(files("notifications.rules").joinpath("texts.yaml").read_text("utf-8")))


def fill_in_message(title: str, message: str, values: Mapping[str, Any]) -> tuple[str, str]:
    """Fill in the variables of title and message, and cut both to the length that the inbox stores."""
    return _cut(fill_in(title, values), MAX_TITLE_LENGTH), _cut(fill_in(message, values), MAX_MESSAGE_LENGTH)


def _cut(text: str, length: int) -> str:
    """Reduce white space to single spaces, remove empty lines, and cut the text to `length` characters."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    text = "\n".join(line for line in lines if line)
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def fill_in(text: str, values: Mapping[str, Any]) -> str:
    """Fill in the variables. A part in brackets whose variables are empty is left out.

    Brackets without a variable stay in the text.
    """

    def keep_if_filled(part: re.Match[str]) -> str:
        used_variables = list_variables(part[1])
        if not used_variables:
            return part[0]
        return part[1] if all(values.get(name) for name in used_variables) else ""

    return OPTIONAL_PART.sub(keep_if_filled, text).format_map(values)


def list_variables(text: str) -> list[str]:
    """Return the names in braces."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


def refuse_wrong_variables(texts: Mapping[str, str], variables: tuple[str, ...]) -> None:
    """Check an administrator's texts, given by field. Raises Invalid for other variables or wrong braces."""
    errors = {}
    for field, text in texts.items():
        error = find_text_error(text, variables)
        if error:
            errors[field] = error
    if errors:
        raise Invalid(**errors)


def find_text_error(text: str, variables: tuple[str, ...]) -> str | None:
    """Return the error in a text, if any. Only known variables are allowed in braces."""
    names = ", ".join(f"{{{variable}}}" for variable in variables) or "нет"
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return f"Скобки {{}} не закрыты. Доступны: {names}"
    for literal, name, format_spec, conversion in parts:
        if "{" in literal or "}" in literal:
            return f"Двойные скобки не нужны. Доступны: {names}"
        if name is None:
            continue
        if name not in variables or format_spec or conversion:
            return f"Неизвестная переменная {{{name}}}. Доступны: {names}"
    return None
