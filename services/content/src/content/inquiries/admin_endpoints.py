from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.audit.service import Admin
from content.inquiries import queries, service
from content.inquiries.schemas import (
    ContactAdmin,
    ContactAdminCreate,
    ContactAdminQuery,
    FormerHandling,
    HandlingUpdate,
    RequestAdmin,
    RequestAdminCreate,
    RequestAdminQuery,
)
from content.inquiries.serializers import serialize_inquiries
from content.inquiries.tables import Contact, ServiceRequest
from content.restoring import Restoration, RestoredAnswer
from content.runtime import Db, ReadDb

contacts_router = APIRouter(prefix="/api/content/admin/contacts", tags=["admin: contacts"])
requests_router = APIRouter(prefix="/api/content/admin/requests", tags=["admin: requests"])


@contacts_router.get("")
async def admin_list_contacts(
    query: QueryParameters[ContactAdminQuery], db: ReadDb, caller: Admin
) -> Items[ContactAdmin]:
    """List messages of the contact form."""
    inquiries, total = await queries.list_for_admin(db, Contact, query)
    return Items(items=await serialize_inquiries(db, ContactAdmin, inquiries), total=total)


@contacts_router.post("", status_code=201)
async def admin_create_contact(body: ContactAdminCreate, db: Db, caller: Admin) -> Item[ContactAdmin]:
    """Record a message that came by another channel."""
    [item] = await serialize_inquiries(db, ContactAdmin, [await service.create(db, Contact, body, caller=caller)])
    return Item(item=item)


@contacts_router.post("/restore", responses=document_errors(service.restore))
async def admin_restore_contacts(body: Restoration[FormerHandling], db: Db, caller: Admin) -> RestoredAnswer:
    """Undo a bulk change: messages get their former status and assignee back, all or none."""
    await service.restore(db, Contact, body.items, caller=caller)
    return RestoredAnswer(restored=len(body.items))


@contacts_router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_contact(id: UUID, db: ReadDb, caller: Admin) -> Item[ContactAdmin]:
    """Return one message."""
    [item] = await serialize_inquiries(db, ContactAdmin, [await editing.get_record(db, Contact, id)])
    return Item(item=item)


@contacts_router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_contact(id: UUID, body: HandlingUpdate, db: Db, caller: Admin) -> Item[ContactAdmin]:
    """Change status, assignee or note of a message."""
    [item] = await serialize_inquiries(db, ContactAdmin, [await service.change(db, Contact, id, body, caller=caller)])
    return Item(item=item)


@contacts_router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_contact(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a message."""
    await editing.delete_by_id(db, Contact, id, caller=caller)
    return Done()


@requests_router.get("")
async def admin_list_requests(
    query: QueryParameters[RequestAdminQuery], db: ReadDb, caller: Admin
) -> Items[RequestAdmin]:
    """List the requests for services."""
    inquiries, total = await queries.list_for_admin(db, ServiceRequest, query)
    return Items(items=await serialize_inquiries(db, RequestAdmin, inquiries), total=total)


@requests_router.post("", status_code=201)
async def admin_create_request(body: RequestAdminCreate, db: Db, caller: Admin) -> Item[RequestAdmin]:
    """Record a request that came by another channel."""
    [item] = await serialize_inquiries(
        db, RequestAdmin, [await service.create(db, ServiceRequest, body, caller=caller)]
    )
    return Item(item=item)


@requests_router.post("/restore", responses=document_errors(service.restore))
async def admin_restore_requests(body: Restoration[FormerHandling], db: Db, caller: Admin) -> RestoredAnswer:
    """Undo a bulk change: requests get their former status and assignee back, all or none."""
    await service.restore(db, ServiceRequest, body.items, caller=caller)
    return RestoredAnswer(restored=len(body.items))


@requests_router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_request(id: UUID, db: ReadDb, caller: Admin) -> Item[RequestAdmin]:
    """Return one request."""
    [item] = await serialize_inquiries(db, RequestAdmin, [await editing.get_record(db, ServiceRequest, id)])
    return Item(item=item)


@requests_router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_request(id: UUID, body: HandlingUpdate, db: Db, caller: Admin) -> Item[RequestAdmin]:
    """Change status, assignee or note of a request."""
    [item] = await serialize_inquiries(
        db, RequestAdmin, [await service.change(db, ServiceRequest, id, body, caller=caller)]
    )
    return Item(item=item)


@requests_router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_request(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a request."""
    await editing.delete_by_id(db, ServiceRequest, id, caller=caller)
    return Done()
