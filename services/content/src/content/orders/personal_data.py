from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import MAX_ROWS, PersonalData
from chassis.features.storage import delete_after_commit
from sqlalchemy import delete
from sqlmodel import col

from content.orders.queries import list_file_keys, list_for_export, list_order_ids_of_user
from content.orders.tables import Order, OrderDocument, OrderHistory, OrderShare, SavedCalculation
from content.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> str | None:
    """Delete the documents that the client sent, with their files, and the links to their orders."""
    order_ids = await list_order_ids_of_user(db, user_id)
    for key in await list_file_keys(db, order_ids, side="client"):
        delete_after_commit(db, key)
    is_of_client = col(OrderDocument.order_id).in_(order_ids) & (col(OrderDocument.side) == "client")
    await db.execute(delete(OrderDocument).where(is_of_client))
    await db.execute(delete(OrderShare).where(col(OrderShare.order_id).in_(order_ids)))
    return "Заказы и платежи без имени покупателя: пять лет после сделки" if order_ids else None


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    """Export the user's orders with their steps, reports and the data of their documents, without the files."""
    exported_orders = []
    for details in await list_for_export(db, user_id, limit=MAX_ROWS):
        order = details.order.model_dump(mode="json", exclude={"version"})
        order["steps"] = [step.model_dump(mode="json", exclude={"order_id"}) for step in details.steps]
        order["documents"] = [
            document.model_dump(mode="json", exclude={"order_id", "version", "file_key"})
            for document in details.documents
        ]
        order["reports"] = [report.model_dump(mode="json", exclude={"order_id"}) for report in details.reports]
        exported_orders.append(order)
    return {"orders": exported_orders}


PERSONAL_DATA = PersonalData(
    cleared=(Order.user_id, OrderHistory.actor_id, SavedCalculation.user_id),
    erase=_erase,
    export=_export,
)
