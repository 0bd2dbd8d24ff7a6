"""Routes of the caller's own inbox: under /api/notifications and, by the contract, under /notifications."""

from typing import Annotated
from uuid import UUID

from chassis.runtime import ReadConnection
from chassis.web.auth import Caller
from chassis.web.errors import document_errors
from fastapi import APIRouter, Query

from notifications.inbox import service
from notifications.inbox.schemas import InboxChanged, InboxPage, InboxQuery, Selection
from notifications.inbox.service import NoSuchNotification
from notifications.runtime import Db

router = APIRouter(prefix="/api/notifications", tags=["inbox"])
NOT_FOUND_RESPONSES = document_errors(NoSuchNotification)


@router.get("")
async def list_notifications(
    query: Annotated[InboxQuery, Query()], caller: Caller, connection: ReadConnection
) -> InboxPage:
    """List the caller's notifications, newest first."""
    return await service.get_page(connection, query, user_id=caller.id)


@router.post("/mark-all-read")
async def mark_all_notifications_read(caller: Caller, db: Db) -> InboxChanged:
    """Mark all of the caller's notifications read."""
    return await service.mark_read(db, None, user_id=caller.id)


@router.post("/mark-read", responses=NOT_FOUND_RESPONSES)
async def mark_selected_notifications_read(selection: Selection, caller: Caller, db: Db) -> InboxChanged:
    """Mark the selected notifications read. If one of them is not the caller's, none is marked."""
    return await service.mark_read(db, selection.ids, user_id=caller.id)


@router.post("/delete", responses=NOT_FOUND_RESPONSES)
async def delete_selected_notifications(selection: Selection, caller: Caller, db: Db) -> InboxChanged:
    """Delete the selected notifications. If one of them is not the caller's, none is deleted."""
    return await service.remove(db, selection.ids, user_id=caller.id)


@router.delete("/clear-all")
async def clear_notifications(caller: Caller, db: Db) -> InboxChanged:
    """Delete all of the caller's notifications."""
    return await service.remove(db, None, user_id=caller.id)


@router.post("/{notification_id}/mark-read", responses=NOT_FOUND_RESPONSES)
async def mark_notification_read(notification_id: UUID, caller: Caller, db: Db) -> InboxChanged:
    """Mark a notification read. It cannot become unread again."""
    return await service.mark_read(db, [notification_id], user_id=caller.id)


@router.delete("/{notification_id}", responses=NOT_FOUND_RESPONSES)
async def delete_notification(notification_id: UUID, caller: Caller, db: Db) -> InboxChanged:
    """Delete a notification."""
    return await service.remove(db, [notification_id], user_id=caller.id)
