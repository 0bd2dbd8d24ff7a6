from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import PRINTABLE_CHECK, limit_length
from pydantic import BaseModel, Field

from status.components.names import ServiceId
from status.fields import Description

Url = Annotated[str, limit_length(1, 500), PRINTABLE_CHECK]


class WebhookCreate(BaseModel):
    """Messages are sent about these `components`. An empty list means all."""

    url: Url
    description: Description = ""
    components: list[ServiceId] = Field(default_factory=list, max_length=6)


class WebhookChange(BaseModel):
    """While `enabled` is false, no messages are sent. If it becomes true, only newer messages are sent, and failures
    count from zero.
    """

    url: Url | None = None
    description: Description | None = None
    components: list[ServiceId] | None = Field(None, max_length=6)
    enabled: bool | None = None
    version: int | None = Field(None, ge=1)


class WebhookRead(BaseModel):
    id: UUID
    url: str
    description: str
    components: list[str]
    status: Literal["enabled", "failing", "disabled"]
    failures: int
    failing_since: datetime | None
    disabled_at: datetime | None
    disabled_reason: str
    created_at: datetime
    version: int


class CreatedWebhook(WebhookRead):
    """`secret` is shown in this answer only."""

    secret: str


class DeliveryRead(BaseModel):
    """`status_code` is null if the server did not answer; `error` then says why."""

    id: UUID
    message_id: str
    type: str
    state: str
    attempts: int
    created_at: datetime
    last_at: datetime | None
    next_at: datetime | None
    status_code: int | None
    error: str
    duration_ms: int | None


class WebhookQuery(PageQuery):
    """Order of the list of endpoints."""

    sort: Literal["-created_at", "created_at"] = "-created_at"
