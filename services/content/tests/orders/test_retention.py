"""Retention of orders and of the links to them."""

from datetime import timedelta
from typing import Any

from chassis.testing.plugin import MovableClock
from content.jobs import JOBS
from content.orders.service import purge_old_orders
from content.orders.tables import Order, OrderDocument, OrderShare
from content.payments.tables import Payment
from content.runtime import ContentRuntime, Session
from sqlalchemy import select
from sqlmodel import col

from services.content.tests.fixture_types import Factory


async def test_ended_order_is_kept_five_years_and_then_deleted_with_all_its_rows(
    make_order: Factory[Order],
    make_payment: Factory[Payment],
    db: Session,
    runtime: ContentRuntime,
    clock: MovableClock,
) -> None:
    ended_order, active_order, cancelled_order = [
        await make_order(status=status, user_id=None) for status in ("done", "active", "cancelled")
    ]
    await make_payment(ended_order)
    now = clock()
    db.add(
        OrderDocument(
            order_id=ended_order.id, step="handover", title="Акт", side="company", created_at=now, updated_at=now
        )
    )
    await db.flush()

    async def purge_and_list_order_ids() -> set[Any]:
        async with runtime.database.transaction() as session:
            await purge_old_orders(session, runtime)
        return set(await db.scalars(select(col(Order.id))))

    clock.move(days=5 * 365 + 1)
    assert await purge_and_list_order_ids() == {ended_order.id, active_order.id, cancelled_order.id}
    clock.move(days=2)
    assert await purge_and_list_order_ids() == {active_order.id}
    assert [await db.scalar(select(table)) for table in (Payment, OrderDocument)] == [None, None]


async def test_expired_share_links_are_deleted(
    make_order: Factory[Order], db: Session, runtime: ContentRuntime, clock: MovableClock
) -> None:
    order = await make_order()
    now = clock()
    for days in (1, 3):
        until = now + timedelta(days=days)
        db.add(OrderShare(order_id=order.id, token_hash=bytes([days]), created_at=now, expires_at=until))
    await db.flush()
    clock.move(days=2)
    (job,) = (job for job in JOBS if job.name == "orders.purge_links")
    async with runtime.database.transaction() as session:
        await job.run(session, runtime)
    assert [link.token_hash for link in await db.scalars(select(OrderShare))] == [bytes([3])]
