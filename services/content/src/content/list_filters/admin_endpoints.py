from typing import Annotated
from uuid import UUID

from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query

from content.audit.service import Admin
from content.list_filters import queries, service
from content.list_filters.schemas import ListFilterCreate, ListFilterQuery, ListFilterRead, ListFilterUpdate
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/list-filters", tags=["admin: list filters"])


@router.get("")
async def admin_list_filters(
    query: Annotated[ListFilterQuery, Query()], db: ReadDb, caller: Admin
) -> Items[ListFilterRead]:
    """List the caller's saved filters of one list of the panel, by name; there are at most twenty."""
    rows = (await db.scalars(queries.select_filters(caller, query.list))).all()
    return Items[ListFilterRead].of(rows, len(rows))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_save_filter(body: ListFilterCreate, db: Db, caller: Admin) -> Item[ListFilterRead]:
    """Save the filters and the order of a list under a name, for the caller only."""
    return Item[ListFilterRead].of(await service.create(db, body, caller=caller))


@router.patch("/{id}", responses=document_errors(service.rename))
async def admin_rename_filter(id: UUID, body: ListFilterUpdate, db: Db, caller: Admin) -> Item[ListFilterRead]:
    """Rename one of the caller's filters."""
    return Item[ListFilterRead].of(await service.rename(db, id, body, caller=caller))


@router.delete("/{id}")
async def admin_remove_filter(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete one of the caller's filters; can be repeated."""
    await service.remove(db, id, caller=caller)
    return Done()
