import re
from collections.abc import Sequence
from typing import Any

from chassis.database.search import MIN_TELEPHONE_DIGITS, NATIONAL_DIGITS, TELEPHONE, contains_text
from chassis.features.lists import build_order_by, fetch_total, match_equal
from sqlalchemy import ColumnElement, Select, func, select
from sqlmodel import col

from auth.accounts.tables import ACCOUNT_NAME, ACCOUNT_WORDS, Account
from auth.administration.schemas import AuditFilter, AuditQuery, UsersFilter
from auth.administration.tables import AuditEntry
from auth.runtime import Session


def select_users(filters: UsersFilter) -> Select[Account]:
    """Select the accounts that match the filters, in the requested order. Equal accounts are sorted newest first."""
    query = select(Account).where(col(Account.account_status) != "erased")
    digits = re.sub(r"\D", "", filters.query)
    if TELEPHONE.fullmatch(filters.query) and len(digits) >= MIN_TELEPHONE_DIGITS:
        # Phone numbers are stored as their owners typed them.
        stored_digits = func.regexp_replace(col(Account.phone), r"\D", "", "g")
        query = query.where(stored_digits.contains(digits[-NATIONAL_DIGITS:]))
    else:
        for word in filters.query.split():
            query = query.where(contains_text(ACCOUNT_WORDS, word))
    query = query.where(*match_equal(Account, filters, "role", "account_status"))
    fields: dict[str, Any] = {
        "name": ACCOUNT_NAME,
        "email": col(Account.email_key),
        "created_at": col(Account.created_at),
        "last_login_at": col(Account.last_login_at),
    }
    order = build_order_by(fields, filters.sort)
    # Users who never signed in come last. The other fields are never null, and without NULLS LAST their index is used.
    query = query.order_by(order.nulls_last() if filters.sort == "-last_login_at" else order)
    return query.order_by(col(Account.created_at).desc(), col(Account.id).desc())


async def lock_active_administrators(db: Session) -> int:
    """Lock the rows of all active administrators and return their number.

    The lock prevents two administrators from losing the role at the same time.
    """
    query = select(col(Account.id)).where(col(Account.role) == "admin", col(Account.account_status) == "active")
    return len((await db.scalars(query.order_by(col(Account.id)).with_for_update())).all())


def _build_audit_conditions(filters: AuditFilter) -> list[ColumnElement[bool]]:
    conditions = match_equal(AuditEntry, filters, "actor_id", "action")
    if filters.subject_id is not None:
        conditions.append(col(AuditEntry.entity_id) == filters.subject_id)
    return conditions


def select_audit_entries(filters: AuditFilter) -> Select[AuditEntry, Account]:
    """Select the audit entries that match the filters, newest first, with the account that the action is about."""
    query = select(AuditEntry, Account).outerjoin(Account, col(Account.id) == col(AuditEntry.entity_id))
    return query.where(*_build_audit_conditions(filters)).order_by(col(AuditEntry.id).desc())


async def list_audit_entries(
    db: Session, filters: AuditQuery
) -> tuple[Sequence[tuple[AuditEntry, Account | None]], int]:
    """Return a page of audit entries and the number of all matching entries. Counting does not join the accounts."""
    page = select_audit_entries(filters).limit(filters.limit).offset(filters.offset)
    rows = (await db.execute(page)).all()
    matching_entries = select(AuditEntry).where(*_build_audit_conditions(filters))
    return rows, await fetch_total(db, matching_entries, filters, rows_on_page=len(rows))
