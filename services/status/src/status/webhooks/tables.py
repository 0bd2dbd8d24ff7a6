from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import AutoString, Field

DeliveryState = Literal["pending", "delivered", "failed"]


class WebhookEndpoint(Entity, table=True):
    """The URL of another system that gets messages about the chosen components; an empty list means all.

    `secret` is encrypted. `failures` counts the attempts that failed in a row, the first of them at `failing_since`.
    An endpoint with `disabled_at` gets nothing.
    """

    __tablename__ = "webhook_endpoints"
    url: str
    description: str = ""
    components: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False))
    secret: str
    failures: int = 0
    failing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    disabled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    disabled_reason: str = ""
    created_at: datetime = Field(sa_type=UtcDateTime)
    version: int = 1


class WebhookMessage(Entity, table=True):
    """A message as all endpoints get it. Its id is the `webhook-id`, the same at every attempt."""

    __tablename__ = "webhook_messages"
    type: str
    body: str
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)


class WebhookDelivery(Entity, table=True):
    """A message to one endpoint, with the result of the last attempt."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index("webhook_deliveries_due", "due_at", postgresql_where=text("state = 'pending'")),
        Index("webhook_deliveries_of_endpoint", "endpoint_id", "id"),
    )
    message_id: UUID = Field(foreign_key="webhook_messages.id", ondelete="CASCADE", index=True)
    endpoint_id: UUID = Field(foreign_key="webhook_endpoints.id", ondelete="CASCADE")
    state: DeliveryState = Field(default="pending", sa_type=AutoString)
    attempts: int = 0
    due_at: datetime = Field(sa_type=UtcDateTime)
    last_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    status_code: int | None = None
    error: str = ""
    duration_ms: int | None = None
