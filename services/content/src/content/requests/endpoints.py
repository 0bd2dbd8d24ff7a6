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
from content.contacts.schemas import HandlingUpdate
from content.requests import service
from content.requests.schemas import RequestAdmin, RequestAdminCreate, RequestAdminQuery, RequestAnswer, RequestCreate
from content.requests.tables import ServiceRequest
from content.users import service as users

router = APIRouter(prefix="/api/requests", tags=["requests"])
admin = APIRouter(prefix="/api/content/admin/requests", tags=["admin: requests"], responses=documented(*SIGNED_IN))


@router.post("", status_code=201, responses=documented(Forbidden, RateLimited))
async def send_request(
    body: RequestCreate, db: Db, caller: MaybeCaller, address: ClientAddress, runtime: Rt
) -> RequestAnswer:
    """Request a service; a signed-in caller sees it among their bookings."""
    request = await service.receive(db, body, caller=caller, address=address, runtime=runtime)
    return RequestAnswer(id=request.id, reference=request.reference, reply_by=request.due_at)


@admin.get("")
async def admin_list_requests(
    query: Annotated[RequestAdminQuery, Query()], db: ReadDb, caller: Admin
) -> Items[RequestAdmin]:
    """Requests for services."""
    rows, total = await service.list_for_admin(db, query)
    return Items[RequestAdmin].of(rows, total)


@admin.post("", status_code=201)
async def admin_create_request(body: RequestAdminCreate, db: Db, caller: Admin, runtime: Rt) -> Item[RequestAdmin]:
    """Record a request that came by another channel."""
    await users.wait_for_user(runtime, body.assignee_id)
    return Item[RequestAdmin].of(await service.create(db, body, caller=caller))


@admin.get("/{id}", responses=documented(NotFound))
async def admin_read_request(id: UUID, db: ReadDb, caller: Admin) -> Item[RequestAdmin]:
    """One request."""
    return Item[RequestAdmin].of(await editing.get_record(db, ServiceRequest, id))


@admin.patch("/{id}", responses=documented(NotFound, StaleVersion))
async def admin_change_request(
    id: UUID, body: HandlingUpdate, db: Db, caller: Admin, runtime: Rt
) -> Item[RequestAdmin]:
    """Change status, assignee or note of a request."""
    await users.wait_for_user(runtime, body.assignee_id)
    return Item[RequestAdmin].of(await service.change(db, id, body, caller=caller))


@admin.delete("/{id}", responses=documented(NotFound))
async def admin_delete_request(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a request."""
    await service.delete(db, id, caller=caller)
    return Done()
