"""Templates on the wire."""

from pydantic import BaseModel, Field

from notifications.fields import Message, Title


class TemplateRead(BaseModel):
    """A wording, and the variables it may use."""

    key: str
    type: str
    title: str
    message: str
    variables: list[str]
    is_changed: bool
    version: int


class TemplateList(BaseModel):
    """All wordings."""

    success: bool = True
    items: list[TemplateRead]


class TemplateAnswer(BaseModel):
    """One wording."""

    success: bool = True
    item: TemplateRead


class TemplateChange(BaseModel):
    """A new wording; variables stand in braces. `version` is the one its writer saw."""

    title: Title
    message: Message
    version: int | None = Field(None, ge=0)
