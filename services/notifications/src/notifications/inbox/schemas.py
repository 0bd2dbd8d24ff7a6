from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from contracts.envelopes import Answer
from pydantic import BaseModel, Field
from sqlalchemy import Row

from notifications.inbox.kinds import ACTIONS, TOAST_MS, Priority, get_priority
from notifications.inbox.tables import Notification


class ActionRead(BaseModel):
    """A button of a toast; without a URL it only closes the toast."""

    label: str
    url: str | None


class NotificationRead(BaseModel):
    """An entry of the inbox, with the priority, the toast and the buttons of its type."""

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
    def of(cls, entry: Notification | Row[*tuple[Any, ...]]) -> Self:
        """Build the response from an entry, or from its columns."""
        priority = get_priority(entry.type)
        return cls(
            id=entry.id,
            type=entry.type,
            title=entry.title,
            message=entry.message,
            is_read=entry.is_read,
            read_at=entry.read_at,
            created_at=entry.created_at,
            user_id=entry.user_id,
            data=entry.data,
            priority=priority,
            autoClose=priority != "urgent",
            duration=TOAST_MS[priority],
            actions=[ActionRead(**action) for action in ACTIONS.get(entry.type, [])],
        )


class InboxQuery(PageQuery):
    """Filters and page of the inbox."""

    type: Search | None = None
    is_read: bool | None = None
    search: Search | None = None


class InboxPage(BaseModel):
    """A page of the inbox. `unread_count` counts the whole inbox, `total` only the entries that match the filters."""

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
