from typing import Annotated
from uuid import UUID

from chassis.app import Rt
from chassis.auth import SIGNED_IN, MaybeCaller
from chassis.database import Db, ReadDb
from chassis.errors import Forbidden, NotFound, RateLimited, StaleVersion, documented
from chassis.http import ClientAddress
from fastapi import APIRouter, Query

from content.administration import editing
from content.administration.access import Admin
from content.administration.envelopes import Done, Item, Items
from content.contacts import service
from content.contacts.schemas import (
    ContactAdmin,
    ContactAdminCreate,
    ContactAdminQuery,
    ContactAnswer,
    ContactCreate,
    HandlingUpdate,
)
from content.contacts.tables import Contact
from content.users import service as users

router = APIRouter(prefix="/api/contact", tags=["contact"])
admin = APIRouter(prefix="/api/content/admin/contacts", tags=["admin: contacts"], responses=documented(*SIGNED_IN))


@router.post("", status_code=201, responses=documented(Forbidden, RateLimited))
async def send_contact_message(
    body: ContactCreate, db: Db, caller: MaybeCaller, address: ClientAddress, runtime: Rt
) -> ContactAnswer:
    """Write to the company."""
    contact = await service.receive(db, body, caller=caller, address=address, runtime=runtime)
    return ContactAnswer(id=contact.id, reference=contact.reference, reply_by=contact.due_at)


@admin.get("")
async def admin_list_contacts(
    query: Annotated[ContactAdminQuery, Query()], db: ReadDb, caller: Admin
) -> Items[ContactAdmin]:
    """Messages of the contact form."""
    rows, total = await service.list_for_admin(db, query)
    return Items[ContactAdmin].of(rows, total)


@admin.post("", status_code=201)
async def admin_create_contact(body: ContactAdminCreate, db: Db, caller: Admin, runtime: Rt) -> Item[ContactAdmin]:
    """Record a message that came by another channel."""
    await users.wait_for_user(runtime, body.assignee_id)
    return Item[ContactAdmin].of(await service.create(db, body, caller=caller))


@admin.get("/{id}", responses=documented(NotFound))
async def admin_read_contact(id: UUID, db: ReadDb, caller: Admin) -> Item[ContactAdmin]:
    """One message."""
    return Item[ContactAdmin].of(await editing.get_record(db, Contact, id))


@admin.patch("/{id}", responses=documented(NotFound, StaleVersion))
async def admin_change_contact(
    id: UUID, body: HandlingUpdate, db: Db, caller: Admin, runtime: Rt
) -> Item[ContactAdmin]:
    """Change status, assignee or note of a message."""
    await users.wait_for_user(runtime, body.assignee_id)
    return Item[ContactAdmin].of(await service.change(db, id, body, caller=caller))


@admin.delete("/{id}", responses=documented(NotFound))
async def admin_delete_contact(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a message."""
    await service.delete(db, id, caller=caller)
    return Done()
