"""Routes of notification templates, for administrators."""

from typing import Annotated

from chassis.web.auth import Principal, requires
from chassis.web.errors import Invalid, NotFound, StaleVersion, documented
from chassis.web.http import ClientAddress
from contracts.envelopes import Item
from fastapi import APIRouter

from notifications.fields import Key
from notifications.runtime import Db, ReadDb
from notifications.templates import service
from notifications.templates.schemas import TemplateChange, TemplateList, TemplateRead

router = APIRouter(prefix="/api/notifications/admin/templates", tags=["templates"])
Admin = Annotated[Principal, requires("notifications:administer")]


@router.get("")
async def list_templates(admin: Admin, db: ReadDb) -> TemplateList:
    """The wording of every event, with the variables it may use."""
    return TemplateList(items=await service.list_all(db))


@router.put("/{key}", responses=documented(NotFound, StaleVersion, Invalid))
async def change_template(
    key: Key, body: TemplateChange, admin: Admin, db: Db, ip: ClientAddress
) -> Item[TemplateRead]:
    """Change a template; a variable the event does not have is refused."""
    return Item[TemplateRead](item=await service.change(db, key, body, by=admin.id, ip=ip))


@router.delete("/{key}", responses=documented(NotFound))
async def reset_template(key: Key, admin: Admin, db: Db, ip: ClientAddress) -> Item[TemplateRead]:
    """Go back to the built-in wording."""
    return Item[TemplateRead](item=await service.reset(db, key, by=admin.id, ip=ip))
