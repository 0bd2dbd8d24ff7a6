"""Deletes orders five years after their end, as the privacy page says, with documents and payments.

Deletes expired links to orders too.
"""

from datetime import timedelta

from chassis.storage import delete_after_commit
from persistence.batches import delete_in_batches
from sqlalchemy import delete, select
from sqlmodel import col

from content.orders.tables import Order, OrderDocument, OrderShare
from content.runtime import Runtime, Session

# Five years contain one or two leap days; two, so that no order is deleted a day early.
RETENTION = timedelta(days=5 * 365 + 2)


async def purge_old_orders(db: Session, _: object) -> None:
    """Delete orders that ended more than five years ago; dependent rows go by ON DELETE CASCADE."""
    ended = col(Order.status).in_(("done", "cancelled")), col(Order.updated_at) < db.now() - RETENTION
    orders = list(await db.scalars(select(col(Order.id)).where(*ended).with_for_update(skip_locked=True)))
    for key in await db.scalars(select(col(OrderDocument.file_key)).where(col(OrderDocument.order_id).in_(orders))):
        if key:
            delete_after_commit(db, key)
    await db.execute(delete(Order).where(col(Order.id).in_(orders)))


async def purge_expired_links(db: Session, runtime: Runtime) -> None:
    """Delete the links that have expired."""
    await delete_in_batches(db, OrderShare, col(OrderShare.expires_at) < runtime.now())
