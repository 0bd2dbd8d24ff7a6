"""What we hold of a person, as a copy for him, and its erasure when he asks to be forgotten.

A deal is kept five years after its end, as the privacy page says: the order stays, without its buyer.
"""

from typing import Any
from uuid import UUID

from chassis import outbox
from chassis.database import after_commit
from chassis.events import EventContext, Handlers
from chassis.export_payload import fit_lists
from chassis.mail import QueuedEmail
from chassis.storage import delete_after_commit
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from fastapi.encoders import jsonable_encoder
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.articles import service as articles
from content.audit import service as audit
from content.bookings.tables import Booking
from content.comments.tables import Comment
from content.contacts.tables import Contact
from content.favorites.tables import Favorite
from content.newsletter.tables import Subscriber
from content.orders.tables import Order, OrderHistory, OrderPaper, OrderShare, SavedCalculation
from content.payments.tables import Payment
from content.people import service
from content.people.tables import Person
from content.requests.tables import ServiceRequest
from content.team.tables import Presence, TeamMember

on = Handlers()
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
# More rows of a kind than one message ever holds, so it always says that some were left out.
EXPORTED = 5000


@on(ExportRequested)
async def export(event: ExportRequested, db: AsyncSession, context: EventContext) -> None:
    """Everything of the person, as he gave it or as it was made for him; of very much, the newest."""
    lists: dict[str, list[Any]] = {}
    for name, table in OWNED.items():
        own = select(table).where(table.user_id == event.user_id).order_by(table.created_at.desc())
        hidden = INTERNAL - ({"note"} if table is Favorite else set())
        rows = await db.scalars(own.limit(EXPORTED))
        lists[name] = [jsonable_encoder(row.model_dump(exclude=hidden)) for row in rows]
    data = fit_lists(lists) | await _newsletter(db, event.user_id)
    told = ExportPart(user_id=event.user_id, export_id=event.export_id, service="content", data=data)
    await outbox.record(db, told)


async def _newsletter(db: AsyncSession, user_id: UUID) -> dict[str, Any]:
    """The subscription of the account's address, if we know that address."""
    email = await _email(db, user_id)
    if email is None:
        return {}
    found = await db.scalar(select(Subscriber).where(func.lower(Subscriber.email) == email.lower()))
    return {"newsletter": jsonable_encoder(found.model_dump(exclude=INTERNAL)) if found else None}


async def _email(db: AsyncSession, user_id: UUID) -> str | None:
    return await db.scalar(select(col(Person.email)).where(col(Person.id) == user_id))


@on(UserErased)
async def erase(event: UserErased, db: AsyncSession, context: EventContext) -> None:
    """Forget the person; what the law makes us keep stays without him."""
    user_id, email = event.user_id, await _email(db, event.user_id)
    await service.mark_erased(db, user_id)
    orders = list(await db.scalars(select(col(Order.id)).where(col(Order.user_id) == user_id)))
    await _forget_papers(db, orders)
    await db.execute(delete(OrderShare).where(col(OrderShare.order_id).in_(orders)))
    await db.execute(update(OrderHistory).where(col(OrderHistory.actor_id) == user_id).values(actor_id=None))
    for table in (Order, Payment, SavedCalculation):
        await db.execute(update(table).where(table.user_id == user_id).values(user_id=None))  # type: ignore[arg-type]
    if email:
        await db.execute(delete(Subscriber).where(func.lower(Subscriber.email) == email.lower()))
        await db.execute(delete(QueuedEmail).where(func.lower(QueuedEmail.recipient) == email.lower()))
    await audit.forget(db, user_id)
    for letters in (Contact, ServiceRequest):
        written = [letters.user_id == user_id] + ([func.lower(letters.email) == email.lower()] if email else [])
        await db.execute(delete(letters).where(or_(*written)))  # type: ignore[arg-type]
    for owned in (Comment, Booking, Favorite, Presence):
        await db.execute(delete(owned).where(owned.user_id == user_id))  # type: ignore[arg-type]
    await db.execute(update(TeamMember).where(col(TeamMember.user_id) == user_id).values(user_id=None))
    await db.execute(delete(Person).where(col(Person.id) == user_id))
    after_commit(db, articles.cache.drop)
    kept = "Заказы и платежи без имени покупателя: пять лет после сделки" if orders else None
    done = UserErasedDone(user_id=user_id, erasure_id=event.erasure_id, service="content", kept=kept)
    await outbox.record(db, done)


async def _forget_papers(db: AsyncSession, orders: list[UUID]) -> None:
    """The client's own papers, with their files: a passport has no business here any more."""
    theirs = (col(OrderPaper.order_id).in_(orders), col(OrderPaper.side) == "client")
    for key in await db.scalars(select(col(OrderPaper.file_key)).where(*theirs)):
        if key:
            delete_after_commit(db, key)
    await db.execute(delete(OrderPaper).where(*theirs))
