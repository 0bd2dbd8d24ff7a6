"""How long a deal is kept."""

from typing import Any

from content.orders.retention import forget_old
from content.orders.tables import Order, OrderPaper
from content.payments.tables import Payment
from sqlalchemy import select


async def test_ended_deal_is_kept_five_years_and_then_goes_whole(
    make_order: Any, make_payment: Any, db: Any, runtime: Any, clock: Any
) -> None:
    ended, open_one, given_up = [
        await make_order(status=status, user_id=None) for status in ("done", "active", "cancelled")
    ]
    await make_payment(ended)
    now = clock()
    db.add(OrderPaper(order_id=ended.id, step="handover", title="Акт", side="company", created_at=now, updated_at=now))
    await db.flush()

    async def left() -> set[Any]:
        async with runtime.database.transaction() as own:
            await forget_old(own, runtime)
        return set(await db.scalars(select(Order.id)))

    clock.move(days=5 * 365 + 1)
    assert await left() == {ended.id, open_one.id, given_up.id}
    clock.move(days=2)
    assert await left() == {open_one.id}
    assert [await db.scalar(select(table)) for table in (Payment, OrderPaper)] == [None, None]
