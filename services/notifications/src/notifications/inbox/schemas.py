from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from notifications.inbox.kinds import ACTIONS, TOAST_MS, Priority, get_priority
from notifications.inbox.tables import Notification


class ActionRead(BaseModel):
    """A button of a toast; without a URL it only closes the toast."""

    label: str
    url: str | None


class NotificationRead(BaseModel):
    """An entry of the inbox, with what follows from its type."""

    id: UUID
    type: str
    title: str
    message: str
    is_read: bool
    read_at: datetime | None
    created_at: datetime
    user_id: UUID
    data: dict[str, Any]
    priority: Priority
    autoClose: bool
    duration: int
    actions: list[ActionRead]

    @classmethod
    def of(cls, row: Notification) -> Self:
        priority = get_priority(row.type)
        return cls(
            **row.model_dump(exclude={"source_id"}),
            priority=priority,
            autoClose=priority != "urgent",
            duration=TOAST_MS[priority],
            actions=[ActionRead(**action) for action in ACTIONS.get(row.type, [])],
        )


class InboxQuery(PageQuery):
    """Filters and page of the inbox."""

    type: Search | None = None
    is_read: bool | None = None
    search: Search | None = None


class InboxPage(BaseModel):
    """A page of the inbox. `unread_count` counts the whole inbox, `total` only what matches the filters."""

    notifications: list[NotificationRead]
    unread_count: int
    total: int
    revision: int


class InboxChanged(Answer):
    """The state after a change; a client ignores counters of an older revision."""

    unread_count: int
    revision: int
    changed: int


class Selection(BaseModel):
    """The selected notifications."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=100)]
