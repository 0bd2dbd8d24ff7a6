"""Routes of notification templates, for administrators."""

from chassis.web.errors import Invalid, document_errors
from contracts.envelopes import Item
from fastapi import APIRouter

from notifications.audit.service import Admin
from notifications.fields import Key
from notifications.runtime import Db, ReadDb
from notifications.templates import previews, service
from notifications.templates.schemas import (
    MessagePreviewRequest,
    MessagePreviews,
    TemplateChange,
    TemplateList,
    TemplateRead,
)

router = APIRouter(prefix="/api/notifications/admin/templates", tags=["templates"])


@router.get("")
async def list_templates(admin: Admin, db: ReadDb) -> TemplateList:
    """List the texts of every event, with the variables that they may use."""
    return TemplateList(items=await service.list_templates(db))


@router.post("/preview")
async def preview_messages(body: MessagePreviewRequest, admin: Admin, db: ReadDb) -> MessagePreviews:
    """Show the messages that an event would send to the user whom it is about. Nothing is sent or stored."""
    return MessagePreviews(items=await previews.preview_messages(db, body.event, user_id=body.event.user_id))


@router.put("/{key}", responses=document_errors(service.change, Invalid))
async def change_template(key: Key, body: TemplateChange, admin: Admin, db: Db) -> Item[TemplateRead]:
    """Change a template; a variable the event does not have is refused."""
    return Item[TemplateRead](item=await service.change(db, key, body, caller=admin))


@router.delete("/{key}", responses=document_errors(service.reset))
async def reset_template(key: Key, admin: Admin, db: Db) -> Item[TemplateRead]:
    """Restore the built-in text."""
    return Item[TemplateRead](item=await service.reset(db, key, caller=admin))
