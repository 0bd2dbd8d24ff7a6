from datetime import datetime
from uuid import UUID

from chassis.features.personal_data import PersonalData, export_rows
from chassis.features.storage import delete_after_commit
from sqlalchemy import delete
from sqlmodel import col

from content.orders.queries import list_file_keys, list_ids_of
from content.orders.tables import Order, OrderDocument, OrderHistory, OrderShare, SavedCalculation
from content.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> str | None:
    """Delete the documents that the client sent, with their files, and the links to their orders."""
    order_ids = await list_ids_of(db, user_id)
    for key in await list_file_keys(db, order_ids, side="client"):
        delete_after_commit(db, key)
    is_of_client = col(OrderDocument.order_id).in_(order_ids) & (col(OrderDocument.side) == "client")
    await db.execute(delete(OrderDocument).where(is_of_client))
    await db.execute(delete(OrderShare).where(col(OrderShare.order_id).in_(order_ids)))
    return "Заказы и платежи без имени покупателя: пять лет после сделки" if order_ids else None


PERSONAL_DATA = PersonalData(
    cleared=(Order.user_id, OrderHistory.actor_id, SavedCalculation.user_id),
    erase=_erase,
    export=export_rows("orders", Order.user_id, without={"version"}),
)
