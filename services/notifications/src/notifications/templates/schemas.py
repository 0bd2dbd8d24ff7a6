from datetime import datetime
from typing import Literal

from chassis.fields import Title
from contracts.content import OrderAdvanced
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from notifications.fields import Message
from notifications.preferences.policy import Channel


class TemplateRead(BaseModel):
    """A template, and the variables it may use."""

    key: str
    type: str
    title: str
    message: str
    variables: list[str]
    is_changed: bool
    version: int


class TemplateList(Answer):
    """All templates."""

    items: list[TemplateRead]


class TemplateChange(BaseModel):
    """A new text; its variables stand in braces. `version` is the version that its author edited."""

    title: Title
    message: Message
    version: int | None = Field(None, ge=0)


class MessagePreviewRequest(BaseModel):
    """The event of an action that has not happened yet, as its own service describes it."""

    type: Literal["content.order.advanced"]
    event: OrderAdvanced


class MessagePreview(BaseModel):
    """One message as its receiver will read it.

    `channels` are the channels that the receiver allows and can be reached on. `email_note` is the last paragraph of
    the email. Email, push and Telegram wait until `quiet_until` if the receiver has quiet hours now.
    """

    title: str
    message: str
    email_note: str
    channels: list[Channel]
    quiet_until: datetime | None


class MessagePreviews(Answer):
    """The messages to the user whom an event is about."""

    items: list[MessagePreview]
