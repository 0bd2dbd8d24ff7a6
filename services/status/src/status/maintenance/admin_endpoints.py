from typing import Annotated
from uuid import UUID

from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query

from status.audit.service import Operator, record_audit
from status.maintenance import queries, service
from status.maintenance.schemas import MaintenanceChange, MaintenanceCreate, MaintenanceQuery, MaintenanceRead
from status.runtime import Db, ReadDb

router = APIRouter(prefix="/api/status/admin/maintenance", tags=["maintenance"])


@router.get("")
async def list_all_maintenance(
    query: Annotated[MaintenanceQuery, Query()], _: Operator, db: ReadDb
) -> Items[MaintenanceRead]:
    """List all maintenance windows, including those that are over."""
    windows, total = await queries.list_page(db, query)
    return Items[MaintenanceRead].of([service.serialize_maintenance(window, db.now()) for window in windows], total)


@router.get("/{id}", responses=document_errors(service.get_maintenance))
async def read_maintenance(id: UUID, _: Operator, db: ReadDb) -> Item[MaintenanceRead]:
    """Return one maintenance window."""
    window = await service.get_maintenance(db, id)
    return Item[MaintenanceRead](item=service.serialize_maintenance(window, db.now()))


@router.post("", status_code=201)
async def schedule_maintenance(body: MaintenanceCreate, caller: Operator, db: Db) -> Item[MaintenanceRead]:
    """Schedule maintenance and notify everybody."""
    window = await service.schedule_maintenance(db, body, now=db.now())
    record_audit(db, "maintenance.scheduled", window.id, body, caller=caller, title=window.title)
    return Item[MaintenanceRead](item=service.serialize_maintenance(window, db.now()))


@router.patch("/{id}", responses=document_errors(service.change_maintenance))
async def change_maintenance(id: UUID, body: MaintenanceChange, caller: Operator, db: Db) -> Item[MaintenanceRead]:
    """Move, extend, correct or finish maintenance."""
    window = await service.change_maintenance(db, id, body, now=db.now())
    record_audit(db, "maintenance.changed", id, body, caller=caller, title=window.title)
    return Item[MaintenanceRead](item=service.serialize_maintenance(window, db.now()))


@router.delete("/{id}", responses=document_errors(service.cancel_maintenance))
async def delete_maintenance(id: UUID, caller: Operator, db: Db) -> Done:
    """Cancel maintenance."""
    window = await service.get_maintenance(db, id)
    await service.cancel_maintenance(db, id, now=db.now())
    record_audit(db, "maintenance.cancelled", id, caller=caller, title=window.title)
    return Done()
