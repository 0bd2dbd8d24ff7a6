"""Deletes orders five years after their end, as the privacy page says, with documents and payments.

Deletes expired links to orders too.
"""

from datetime import timedelta

from chassis.storage import delete_after_commit
from persistence.batches import delete_in_batches
from sqlalchemy import delete
from sqlmodel import col

from content.orders import queries
from content.orders.tables import Order, OrderShare
from content.runtime import Runtime, Session

# Five years contain one or two leap days; two, so that no order is deleted a day early.
RETENTION = timedelta(days=5 * 365 + 2)


async def purge_old_orders(db: Session, _: object) -> None:
    """Delete orders that ended more than five years ago; dependent rows go by ON DELETE CASCADE."""
    orders = await queries.lock_ended(db, before=db.now() - RETENTION)
    for key in await queries.list_file_keys(db, orders):
        delete_after_commit(db, key)
    await db.execute(delete(Order).where(col(Order.id).in_(orders)))


async def purge_expired_links(db: Session, runtime: Runtime) -> None:
    await delete_in_batches(db, OrderShare, col(OrderShare.expires_at) < runtime.now())
