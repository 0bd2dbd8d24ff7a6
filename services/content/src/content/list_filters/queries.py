from uuid import UUID

from chassis.web.auth import Principal
from sqlalchemy import Select, select
from sqlmodel import col

from content.list_filters.tables import ListFilter
from content.runtime import Session


def select_filters(caller: Principal, list_name: str) -> Select[ListFilter]:
    """Select the caller's filters of a list, by name."""
    statement = select(ListFilter).where(col(ListFilter.user_id) == caller.id, col(ListFilter.list) == list_name)
    return statement.order_by(col(ListFilter.name), col(ListFilter.id))


async def lock_own_filter(db: Session, id: UUID, caller: Principal) -> ListFilter | None:
    """Lock and return the caller's filter with this id."""
    statement = select(ListFilter).where(col(ListFilter.id) == id, col(ListFilter.user_id) == caller.id)
    return await db.scalar(statement.with_for_update())


async def find_by_name(db: Session, caller: Principal, list_name: str, name: str) -> ListFilter | None:
    """Return the caller's filter of a list that has this name."""
    return await db.scalar(select_filters(caller, list_name).where(col(ListFilter.name) == name))
