from typing import Annotated
from uuid import UUID

from chassis.app import Rt
from chassis.auth import SIGNED_IN, Caller
from chassis.database import Db, ReadDb
from chassis.errors import BadRequest, NotFound, StaleVersion, documented
from chassis.paging import Page
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query, Request

from content.administration.access import Admin
from content.fields import Key
from content.payments import service
from content.payments.errors import ForgedNotice, WrongTransition
from content.payments.providers import get_provider
from content.payments.schemas import (
    NoticeAnswer,
    PaymentAdmin,
    PaymentAdminQuery,
    PaymentCreate,
    PaymentList,
    PaymentUpdate,
)
from content.settings import settings_of

router = APIRouter(prefix="/api/me/payments", tags=["me: payments"], responses=documented(*SIGNED_IN))
notices = APIRouter(prefix="/api/content/payments", tags=["payment notices"])
admin = APIRouter(prefix="/api/content/admin/payments", tags=["admin: payments"], responses=documented(*SIGNED_IN))


@router.get("")
async def list_my_payments(page: Page, db: ReadDb, caller: Caller) -> PaymentList:
    """One's own payments, newest first."""
    payments, total = await service.list_own(db, caller=caller, limit=page.limit, offset=page.offset)
    return PaymentList.model_validate({"payments": payments, "total": total}, from_attributes=True)


@notices.post("/notices/{provider}", responses=documented(BadRequest, ForgedNotice, NotFound, WrongTransition))
async def receive_payment_notice(provider: Key, request: Request, db: Db, runtime: Rt) -> NoticeAnswer:
    """Receive a notice of a payment provider; a repeated notice changes nothing."""
    adapter = get_provider(provider, settings_of(runtime))
    if adapter is None:
        raise NotFound
    notice = adapter.parse(await request.body(), request.headers)
    return NoticeAnswer(repeated=await service.apply_notice(db, provider, notice))


@admin.get("")
async def admin_list_payments(
    query: Annotated[PaymentAdminQuery, Query()], db: ReadDb, caller: Admin
) -> Items[PaymentAdmin]:
    """All payments."""
    payments, total = await service.list_for_admin(db, query)
    return Items[PaymentAdmin].of(payments, total)


@admin.post("", status_code=201)
async def admin_create_payment(body: PaymentCreate, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Create an invoice or record a payment; the buyer is notified."""
    return Item[PaymentAdmin].of(await service.read_payment(db, (await service.create(db, body, caller=caller)).id))


@admin.get("/{id}", responses=documented(NotFound))
async def admin_read_payment(id: UUID, db: ReadDb, caller: Admin) -> Item[PaymentAdmin]:
    """One payment."""
    return Item[PaymentAdmin].of(await service.read_payment(db, id))


@admin.patch("/{id}", responses=documented(NotFound, StaleVersion, WrongTransition))
async def admin_change_payment(id: UUID, body: PaymentUpdate, db: Db, caller: Admin) -> Item[PaymentAdmin]:
    """Change a payment; the buyer is notified."""
    await service.change(db, id, body, caller=caller)
    return Item[PaymentAdmin].of(await service.read_payment(db, id))


@admin.delete("/{id}", responses=documented(NotFound))
async def admin_delete_payment(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a payment recorded by mistake; the buyer is notified."""
    await service.delete(db, id, caller=caller)
    return Done()
