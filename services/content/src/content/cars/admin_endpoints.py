from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.audit.service import Admin
from content.cars import inspections, queries, service
from content.cars.inspection_schemas import FaultCreate, InspectionAdmin, InspectionUpdate
from content.cars.schemas import CarAdmin, CarAdminQuery, CarCreate, CarUpdate, FormerCar
from content.cars.tables import Car
from content.restoring import Restoration, RestoredAnswer
from content.runtime import Db, ReadDb, Session

router = APIRouter(prefix="/api/content/admin/cars", tags=["admin: cars"])


async def _describe(db: Session, car: Car) -> Item[CarAdmin]:
    [item] = await service.describe_for_admin(db, [car])
    return Item(item=item)


@router.get("")
async def admin_list_cars(query: QueryParameters[CarAdminQuery], db: ReadDb, caller: Admin) -> Items[CarAdmin]:
    """List all cars, including hidden and sold ones."""
    cars, total = await queries.list_for_admin(db, query)
    return Items[CarAdmin].of(await service.describe_for_admin(db, cars), total)


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_car(body: CarCreate, db: Db, caller: Admin) -> Item[CarAdmin]:
    """Add a car."""
    return await _describe(db, await service.create(db, body, caller=caller))


@router.post("/restore", responses=document_errors(service.restore))
async def admin_restore_cars(body: Restoration[FormerCar], db: Db, caller: Admin) -> RestoredAnswer:
    """Undo a bulk change: cars get their former status back, all or none."""
    await service.restore(db, body.items, caller=caller)
    return RestoredAnswer(restored=len(body.items))


@router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_car(id: UUID, db: ReadDb, caller: Admin) -> Item[CarAdmin]:
    """Return one car."""
    return await _describe(db, await editing.get_record(db, Car, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_car(id: UUID, body: CarUpdate, db: Db, caller: Admin) -> Item[CarAdmin]:
    """Change a car."""
    return await _describe(db, await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(service.delete))
async def admin_delete_car(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a car."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.get("/{id}/inspection", responses=document_errors(inspections.read_for_admin))
async def admin_read_inspection(id: UUID, db: ReadDb, caller: Admin) -> Item[InspectionAdmin]:
    """Return the inspection record of a car; before the first save an empty one of version 0."""
    return Item(item=await inspections.read_for_admin(db, id))


@router.put("/{id}/inspection", responses=document_errors(inspections.save))
async def admin_save_inspection(id: UUID, body: InspectionUpdate, db: Db, caller: Admin) -> Item[InspectionAdmin]:
    """Replace the measurements of a car; the faults stay."""
    return Item(item=await inspections.save(db, id, body, caller=caller))


@router.delete("/{id}/inspection", responses=document_errors(inspections.delete))
async def admin_delete_inspection(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete the inspection record of a car with its faults; can be repeated."""
    await inspections.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/inspection/faults", status_code=201, responses=document_errors(inspections.add_fault))
async def admin_add_fault(id: UUID, body: FaultCreate, db: Db, caller: Admin) -> Item[InspectionAdmin]:
    """Add a fault with its pictures."""
    return Item(item=await inspections.add_fault(db, id, body, caller=caller))


@router.delete("/{id}/inspection/faults/{fault_id}", responses=document_errors(inspections.delete_fault))
async def admin_delete_fault(id: UUID, fault_id: UUID, db: Db, caller: Admin) -> Item[InspectionAdmin]:
    """Delete a fault."""
    return Item(item=await inspections.delete_fault(db, id, fault_id, caller=caller))
