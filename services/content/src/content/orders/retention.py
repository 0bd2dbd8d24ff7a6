"""A deal is kept five years after its end, as the privacy page says; then it goes, with its papers and payments.

A link that shows an order goes when it has expired.
"""

from datetime import timedelta

from chassis.database import runtime_of
from chassis.storage import delete_after_commit
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.orders.tables import Order, OrderPaper, OrderShare

# Five years hold one leap day or two: rather a day too long than too short.
KEPT = timedelta(days=5 * 365 + 2)


async def forget_old(db: AsyncSession, _: object) -> None:
    """Delete deals that ended more than five years ago; whatever hangs on an order goes with its row."""
    ended = col(Order.status).in_(("done", "cancelled")), col(Order.updated_at) < runtime_of(db).clock() - KEPT
    orders = list(await db.scalars(select(col(Order.id)).where(*ended).with_for_update(skip_locked=True)))
    for key in await db.scalars(select(col(OrderPaper.file_key)).where(col(OrderPaper.order_id).in_(orders))):
        if key:
            delete_after_commit(db, key)
    await db.execute(delete(Order).where(col(Order.id).in_(orders)))


async def forget_links(db: AsyncSession, _: object) -> None:
    """Delete the links that have expired."""
    await db.execute(delete(OrderShare).where(col(OrderShare.expires_at) < runtime_of(db).clock()))
