from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Base, UtcDateTime
from chassis.features.double_opt_in import OptIn, State
from sqlalchemy import Index, text
from sqlmodel import AutoString, Field

from content.records import Record


class Subscriber(Record, OptIn, table=True):
    """A newsletter address. Articles are sent to it after its confirmation."""

    entity: ClassVar[str] = "subscriber"
    withheld: ClassVar[set[str]] = {"email"}
    __tablename__ = "subscribers"
    __table_args__ = (
        Index("subscribers_email", text("lower(email)"), unique=True),
        Index("subscribers_by_status", "status", text("id DESC")),
        Index("subscribers_made", "created_at"),
        Index("subscribers_by_name", "email"),
    )
    status: State = Field(default="pending", sa_type=AutoString)
    unsubscribed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    def read_state(self) -> State:
        return self.status

    def enter(self, state: State, now: datetime) -> None:
        """Set the columns of a state. A change by the owner increases `version`, like a change by an administrator."""
        self.status = state
        self.updated_at = now
        if state == "confirmed":
            self.confirmed_at = now
            self.version = self.version + 1
        elif state == "unsubscribed":
            self.unsubscribed_at = now
            self.version = self.version + 1


build_searchable(Subscriber, "email")


class Mailing(Base, table=True):
    """An article for one subscriber. It is planned once and queued once (`sent_at`)."""

    __tablename__ = "mailings"
    post_id: UUID = Field(primary_key=True)
    subscriber_id: UUID = Field(primary_key=True)
    # NULL while it waits for the mail server.
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
