from datetime import datetime
from uuid import UUID

from chassis.database.tables import Base, Entity, UtcDateTime
from chassis.features.double_opt_in import OptIn, State
from sqlalchemy import Column, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class Subscription(OptIn, table=True):
    """An address that subscribed. It gets emails once it is confirmed.

    It gets emails about `components`; an empty list means all. `requested_components` is a choice that the link of the
    last email confirms; until then a confirmed subscription keeps its former choice.
    """

    __tablename__ = "status_subscriptions"
    __table_args__ = (Index("status_subscriptions_email", text("lower(email)"), unique=True),)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    components: list[str] = Field(default_factory=list, sa_column=Column(JSONB, nullable=False, server_default="[]"))
    requested_components: list[str] | None = Field(default=None, sa_column=Column(JSONB(none_as_null=True)))

    @property
    def is_active(self) -> bool:
        """True while emails are sent to the address."""
        return self.confirmed_at is not None and self.ended_at is None

    def read_state(self) -> State:
        if self.ended_at is not None:
            return "unsubscribed"
        if self.confirmed_at is None or self.requested_components is not None:
            return "pending"
        return "confirmed"

    def enter(self, state: State, now: datetime) -> None:
        if state == "pending":
            # A confirmed subscription stays active while its new choice waits for the confirmation.
            if not self.is_active:
                self.confirmed_at = None
            self.ended_at = None
        elif state == "confirmed":
            self.confirmed_at = now
            if self.requested_components is not None:
                self.components = self.requested_components
            self.requested_components = None
        else:
            self.ended_at = now
            self.requested_components = None


class Announcement(Entity, table=True):
    """An email to everybody who was subscribed to its components at that time."""

    __tablename__ = "status_announcements"
    subject: str
    text: str
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Delivery(Base, table=True):
    """An announcement that a subscriber has not received yet. It is deleted when its email is queued.

    A delivery that cannot be queued is retried at `due_at`; after the last attempt `failed_at` is set.
    """

    __tablename__ = "status_deliveries"
    __table_args__ = (Index("status_deliveries_due", "due_at", postgresql_where=text("failed_at IS NULL")),)
    announcement_id: UUID = Field(primary_key=True, foreign_key="status_announcements.id", ondelete="CASCADE")
    subscription_id: UUID = Field(
        primary_key=True, foreign_key="status_subscriptions.id", ondelete="CASCADE", index=True
    )
    attempts: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    due_at: datetime = Field(sa_type=UtcDateTime, sa_column_kwargs={"server_default": func.now()})
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class UserEmailDigest(Base, table=True):
    """SHA-256 digest of an account's confirmed address. An erasure finds the subscription of that address by it."""

    __tablename__ = "user_email_digests"
    user_id: UUID = Field(primary_key=True)
    digest: str
    event_time: datetime = Field(sa_type=UtcDateTime)
