"""Saved filters of the panel's lists. An administrator sees and changes only their own filters."""

from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, NotFound, raises, require_found
from sqlalchemy import delete
from sqlmodel import col

from content.caps import check_cap
from content.list_filters import queries
from content.list_filters.schemas import ListFilterCreate, ListFilterUpdate
from content.list_filters.tables import ListFilter
from content.runtime import Session

# The limit of one administrator for one list.
MAX_FILTERS = 20


class TooManyListFilters(Conflict):
    code = "too_many_list_filters"
    message = "Сохранённых фильтров слишком много: удалите лишние"


class FilterNameTaken(Conflict):
    code = "filter_name_taken"
    message = "Фильтр с таким названием уже есть"


@raises(TooManyListFilters, FilterNameTaken)
async def create(db: Session, body: ListFilterCreate, *, caller: Principal) -> ListFilter:
    """Save filters of a list under a name that the caller does not use for this list yet."""
    own_filters = queries.select_filters(caller, body.list)
    await check_cap(db, own_filters, owner=caller.id, maximum=MAX_FILTERS, error=TooManyListFilters)
    if await queries.find_by_name(db, caller, body.list, body.name) is not None:
        raise FilterNameTaken
    list_filter = ListFilter(user_id=caller.id, created_at=db.now(), **body.model_dump())
    db.add(list_filter)
    await db.flush()
    return list_filter


@raises(NotFound, FilterNameTaken)
async def rename(db: Session, id: UUID, body: ListFilterUpdate, *, caller: Principal) -> ListFilter:
    """Rename one of the caller's filters."""
    # The same lock as in `check_cap`, so that two concurrent requests of the caller cannot take one name.
    await take_advisory_locks(db, f"{TooManyListFilters.code} {caller.id}")
    list_filter = require_found(await queries.lock_own_filter(db, id, caller), "Такого фильтра нет")
    namesake = await queries.find_by_name(db, caller, list_filter.list, body.name)
    if namesake is not None and namesake.id != list_filter.id:
        raise FilterNameTaken
    list_filter.name = body.name
    db.add(list_filter)
    await db.flush()
    return list_filter


async def remove(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete one of the caller's filters. A repeated call changes nothing."""
    await db.execute(delete(ListFilter).where(col(ListFilter.id) == id, col(ListFilter.user_id) == caller.id))
