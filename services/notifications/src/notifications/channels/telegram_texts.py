"""Texts of the bot, read from `telegram_texts.yaml` (`docs/copy/telegram.yaml` is a link to it)."""

from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict


class _Texts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Buttons(_Texts):
    """Labels of the button below a message."""

    order: str
    conversation: str
    site: str
    settings: str
    status: str


class Answers(_Texts):
    """Answers of the bot to a user's messages."""

    linked: str
    already_linked: str
    link_invalid: str
    stopped: str
    not_linked: str
    help: str
    reply_sent: str
    reply_unknown: str
    file_refused: str
    text_too_long: str
    text_invalid: str
    too_many: str
    blocked: str
    status_subscribed: str
    status_stopped: str
    status_not_subscribed: str
    status_too_many: str
    all_components: str


class TelegramTexts(_Texts):
    buttons: Buttons
    answers: Answers


_YAML = files("notifications.channels").joinpath("telegram_texts.yaml").read_text("utf-8")
TEXTS = TelegramTexts.model_validate(yaml.safe_load(_YAML))
BUTTONS = TEXTS.buttons
ANSWERS = TEXTS.answers
