"""SELECTs of inquiries: contact messages and service requests. Each works for both tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from chassis.features.lists import build_order_by, count_rows, fetch_page, list_filters
from chassis.features.personal_data import MAX_ROWS
from sqlalchemy import ColumnElement, and_, func, select
from sqlmodel import col

from content.inquiries.schemas import SETTLED_STATUSES, ContactAdminQuery
from content.inquiries.tables import Inquiry
from content.runtime import Session
from content.users.queries import match_assignee

R = TypeVar("R", bound=Inquiry)


async def find_duplicate(db: Session, inquiry: R, *, since: datetime) -> R | None:
    """Return the inquiry with the same content that arrived after `since`, if any."""
    table = type(inquiry)
    statement = select(table).where(col(table.fingerprint) == inquiry.fingerprint, col(table.created_at) > since)
    return await db.scalar(statement.limit(1))


async def lock_newly_overdue(db: Session, table: type[R], now: datetime) -> Sequence[R]:
    """Return and lock up to 100 inquiries whose promised reply time has passed and that are not marked as overdue."""
    is_waiting = and_(col(table.status) == "new", col(table.overdue_at).is_(None), col(table.due_at) <= now)
    return (await db.scalars(select(table).where(is_waiting).limit(100).with_for_update(skip_locked=True))).all()


async def count_new_inquiries(db: Session, table: type[Inquiry]) -> int:
    """Count the inquiries with the status `new`."""
    return await count_rows(db, select(table).where(col(table.status) == "new"))


async def list_for_admin(db: Session, table: type[R], query: ContactAdminQuery) -> tuple[Sequence[R], int]:
    filters = list_filters(table, query, "status", "kind")
    if query.assignee_id is not None:
        filters.append(match_assignee(table.assignee_id, query.assignee_id))
    if query.overdue is not None:
        is_overdue = build_overdue_filter(table)
        filters.append(is_overdue if query.overdue else ~is_overdue)
    order = build_order_by({"created_at": col(table.id), "due_at": col(table.due_at)}, query.sort)
    return await fetch_page(db, select(table).where(*filters).order_by(order, col(table.id)), query)


def build_overdue_filter(table: type[Inquiry]) -> ColumnElement[bool]:
    """Return the condition for inquiries that still wait for an answer after the promised time."""
    return and_(col(table.overdue_at).is_not(None), col(table.status).not_in(SETTLED_STATUSES))


async def list_for_export(
    db: Session, table: type[Inquiry], user_id: UUID, *, guest_email: str | None
) -> Sequence[Inquiry]:
    """Return the inquiries of a user and the inquiries that a guest sent from this email address, newest first.

    Returns at most `MAX_ROWS`, the limit of an export.
    """
    is_own = col(table.user_id) == user_id
    if guest_email is not None:
        is_own |= col(table.user_id).is_(None) & (func.lower(col(table.email)) == guest_email.lower())
    return (await db.scalars(select(table).where(is_own).order_by(col(table.id).desc()).limit(MAX_ROWS))).all()


async def lock_guest_inquiries(db: Session, table: type[R], email: str, *, until: datetime, limit: int) -> Sequence[R]:
    """Return and lock the inquiries that a guest sent from this address up to `until`, newest first, without spam."""
    is_of_guest = col(table.user_id).is_(None) & (func.lower(col(table.email)) == email.lower())
    is_earlier = col(table.created_at) <= until
    statement = select(table).where(is_of_guest, is_earlier, col(table.status) != "spam")
    return (await db.scalars(statement.order_by(col(table.id).desc()).limit(limit).with_for_update())).all()


async def list_guests_with_phone(db: Session, table: type[Inquiry], phone: str) -> list[tuple[UUID, str]]:
    """Return id and name of inquiries by guests with this phone number and without an email address."""
    guest_rows = select(col(table.id), col(table.name)).where(col(table.phone) == phone, col(table.user_id).is_(None))
    rows = await db.execute(guest_rows.where(func.coalesce(col(table.email), "") == ""))
    return [(id, name) for id, name in rows]
