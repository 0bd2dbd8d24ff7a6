from uuid import UUID

from chassis.features.lists import QueryParameters, fetch_list
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.audit.service import Admin
from content.newsletter import service
from content.newsletter.schemas import SubscriberAdmin, SubscriberCreate, SubscriberQuery, SubscriberUpdate
from content.newsletter.tables import Subscriber
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/newsletter", tags=["admin: newsletter"])


@router.get("")
async def admin_list_subscribers(
    query: QueryParameters[SubscriberQuery], db: ReadDb, caller: Admin
) -> Items[SubscriberAdmin]:
    """List the subscribers."""
    return Items[SubscriberAdmin].of(*await fetch_list(db, Subscriber, query, "status"))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_invite_subscriber(body: SubscriberCreate, db: Db, caller: Admin) -> Item[SubscriberAdmin]:
    """Invite an address: a confirmation email follows."""
    return Item[SubscriberAdmin].of(await service.create(db, body.email, caller=caller))


@router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_subscriber(id: UUID, db: ReadDb, caller: Admin) -> Item[SubscriberAdmin]:
    """Return one subscriber."""
    return Item[SubscriberAdmin].of(await editing.get_record(db, Subscriber, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_subscriber(id: UUID, body: SubscriberUpdate, db: Db, caller: Admin) -> Item[SubscriberAdmin]:
    """Unsubscribe an address."""
    return Item[SubscriberAdmin].of(await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_subscriber(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an address."""
    await editing.delete_by_id(db, Subscriber, id, caller=caller)
    return Done()
