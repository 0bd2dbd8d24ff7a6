from typing import Any

from chassis.paging import ordering
from chassis.search import contains_text
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col

from auth.accounts.tables import ACCOUNT_NAME, ACCOUNT_WORDS, Account
from auth.administration.schemas import AuditFilter, AuditQuery, UsersFilter, UsersQuery
from auth.administration.tables import AuditEntry


def users(asked: UsersFilter) -> Select[Account]:
    """Accounts that fit the filters, in the order that was asked for."""
    query = select(Account).where(col(Account.account_status) != "erased")
    for word in asked.query.split():
        query = query.where(contains_text(ACCOUNT_WORDS, word))
    if asked.role:
        query = query.where(col(Account.role) == asked.role)
    if asked.account_status:
        status = "active" if asked.account_status == "active" else "blocked"
        query = query.where(col(Account.account_status) == status)
    return _ordered(query, asked.sort)


def _ordered(query: Select[Account], sort: str) -> Select[Account]:
    """By one field, as people read it, and the newest first among equals."""
    fields: dict[str, Any] = {
        "name": ACCOUNT_NAME,
        "email": col(Account.email_key),
        "created_at": col(Account.created_at),
        "last_login_at": col(Account.last_login_at),
    }
    by = ordering(fields, sort)
    # Those who never signed in come last. The others are never empty here, and as they are they have an index.
    query = query.order_by(by.nulls_last() if sort == "-last_login_at" else by)
    return query.order_by(col(Account.created_at).desc(), col(Account.id).desc())


async def page_of_users(db: AsyncSession, asked: UsersQuery) -> tuple[list[Account], int]:
    query = users(asked)
    total = await db.scalar(select(func.count()).select_from(query.order_by(None).subquery()))
    page = query.limit(asked.limit).offset(asked.offset)
    return list(await db.scalars(page)), total or 0


async def active_administrators(db: AsyncSession) -> int:
    """How many administrators can sign in, with their rows locked so that two cannot leave at once."""
    query = select(col(Account.id)).where(col(Account.role) == "admin", col(Account.account_status) == "active")
    return len((await db.scalars(query.order_by(col(Account.id)).with_for_update())).all())


def audit_entries(asked: AuditFilter) -> Select[AuditEntry, Account, Account]:
    """Entries that fit the filters, newest first, with the names of those who still have an account."""
    actor, subject = aliased(Account), aliased(Account)
    query = (
        select(AuditEntry, actor, subject)
        .outerjoin(actor, col(actor.id) == col(AuditEntry.actor_id))
        .outerjoin(subject, col(subject.id) == col(AuditEntry.subject_id))
    )
    return query.where(*_fits(asked)).order_by(col(AuditEntry.at).desc(), col(AuditEntry.id).desc())


def _fits(asked: AuditFilter) -> list[ColumnElement[bool]]:
    named = {"actor_id": asked.actor_id, "subject_id": asked.subject_id, "action": asked.action}
    return [getattr(AuditEntry, name) == value for name, value in named.items() if value]


async def page_of_audit(
    db: AsyncSession, asked: AuditQuery
) -> tuple[list[tuple[AuditEntry, Account | None, Account | None]], int]:
    total = await db.scalar(select(func.count()).select_from(AuditEntry).where(*_fits(asked)))
    rows = (await db.execute(audit_entries(asked).limit(asked.limit).offset(asked.offset))).all()
    return [(row[0], row[1], row[2]) for row in rows], total or 0
