"""Export and erasure of the personal data that content holds.

Orders are kept five years after their end, as the privacy page says, but without their buyer.
"""

from typing import Any
from uuid import UUID

from chassis.storage import delete_after_commit
from contracts.export_payload import fit_lists
from emails.mail import QueuedEmail
from fastapi.encoders import jsonable_encoder
from messaging.events import EventContext
from records.audit import erase_actor
from records.personal_data import answer_requests
from sqlalchemy import delete, func, update
from sqlmodel import col

from content.articles import service as articles
from content.articles.tables import Comment
from content.audit.tables import AuditEntry
from content.bookings.tables import Booking
from content.cars.tables import Favorite
from content.inquiries.tables import Contact, ServiceRequest
from content.newsletter.queries import find_by_email
from content.newsletter.tables import Subscriber
from content.orders.queries import list_file_keys, list_ids_of
from content.orders.tables import Order, OrderDocument, OrderHistory, OrderShare, Payment, SavedCalculation
from content.personal_data import erasure, queries
from content.runtime import Session
from content.team.tables import Presence, TeamMember
from content.users import service as users
from content.users.tables import UserCopy

OWNED: dict[str, Any] = {
    "comments": Comment,
    "contacts": Contact,
    "requests": ServiceRequest,
    "bookings": Booking,
    "favorites": Favorite,
    "orders": Order,
    "payments": Payment,
}
INTERNAL = {"fingerprint", "note", "assignee_id", "moderator_id", "deleted_by", "calendar", "token_hash", "version"}
# More rows than fit into one event, so that `fit_lists` always reports what was left out.
MAX_EXPORTED_ROWS = 5000


async def export(db: Session, user_id: UUID) -> dict[str, Any]:
    """Everything about the account; where there is too much, the newest rows."""
    lists: dict[str, list[Any]] = {}
    for name, table in OWNED.items():
        hidden = INTERNAL - ({"note"} if table is Favorite else set())
        rows = await queries.list_of_user(db, table, user_id, limit=MAX_EXPORTED_ROWS)
        lists[name] = [jsonable_encoder(row.model_dump(exclude=hidden)) for row in rows]
    return fit_lists(lists) | await _export_subscription(db, user_id)


async def _export_subscription(db: Session, user_id: UUID) -> dict[str, Any]:
    """The newsletter subscription of the account's address, if the address is known."""
    user = await db.get(UserCopy, user_id)
    if user is None:
        return {}
    subscriber = await find_by_email(db, user.email)
    return {"newsletter": jsonable_encoder(subscriber.model_dump(exclude=INTERNAL)) if subscriber else None}


async def erase(db: Session, user_id: UUID, context: EventContext) -> str | None:
    """Erase the account's data; what the law requires to be kept stays without a name."""
    user = await db.get(UserCopy, user_id)
    email = user.email if user else None
    await users.mark_erased(db, user_id)
    orders = await list_ids_of(db, user_id)
    await _delete_client_documents(db, orders)
    await db.execute(delete(OrderShare).where(col(OrderShare.order_id).in_(orders)))
    await db.execute(update(OrderHistory).where(col(OrderHistory.actor_id) == user_id).values(actor_id=None))
    for table in (Order, Payment, SavedCalculation):
        await db.execute(update(table).where(table.user_id == user_id).values(user_id=None))  # type: ignore[arg-type]
    if email:
        await db.execute(delete(Subscriber).where(func.lower(Subscriber.email) == email.lower()))
        await db.execute(delete(QueuedEmail).where(func.lower(QueuedEmail.recipient) == email.lower()))
    await erase_actor(db, AuditEntry, user_id)
    await erasure.erase_inquiries(db, user_id, user)
    await erasure.erase_author(db, user_id, user)
    for owned in (Comment, Booking, Favorite, Presence):
        await db.execute(delete(owned).where(owned.user_id == user_id))  # type: ignore[arg-type]
    await db.execute(update(TeamMember).where(col(TeamMember.user_id) == user_id).values(user_id=None))
    await db.execute(delete(UserCopy).where(col(UserCopy.id) == user_id))
    articles.cache.drop_after_commit(db)
    return "Заказы и платежи без имени покупателя: пять лет после сделки" if orders else None


async def _delete_client_documents(db: Session, orders: list[UUID]) -> None:
    """Delete the documents that the client sent, with their files."""
    theirs = (col(OrderDocument.order_id).in_(orders), col(OrderDocument.side) == "client")
    for key in await list_file_keys(db, orders, side="client"):
        delete_after_commit(db, key)
    await db.execute(delete(OrderDocument).where(*theirs))


on = answer_requests(erase=erase, export=export)
