"""Every query of the policy and its audit entries."""

from collections.abc import Sequence

from chassis.features.lists import PageQuery, fetch_page
from sqlalchemy import select
from sqlmodel import col

from calculator.policy.tables import THE_ONLY_ROW, PolicyChange, PolicyRow
from calculator.runtime import Session


async def get_policy_row(db: Session, *, for_update: bool = False) -> PolicyRow | None:
    """The row of the policy, or None while the defaults apply."""
    return await db.get(PolicyRow, THE_ONLY_ROW, with_for_update=for_update or None)


async def list_changes(db: Session, page: PageQuery) -> tuple[Sequence[PolicyChange], int]:
    """A page of changes, newest first, and how many there are."""
    newest = (col(PolicyChange.changed_at).desc(), col(PolicyChange.id).desc())
    return await fetch_page(db, select(PolicyChange).order_by(*newest), page)
