from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from notifications.fields import Message, Title


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
    """A new text; variables stand in braces. `version` is the one that its author read."""

    title: Title
    message: Message
    version: int | None = Field(None, ge=0)
