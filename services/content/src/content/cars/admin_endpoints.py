from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, StaleVersion, documented
from fastapi import APIRouter, Query

from content.administration import editing
from content.administration.access import Admin
from content.administration.envelopes import Done, Item, Items
from content.cars import queries, service
from content.cars.schemas import CarAdmin, CarAdminQuery, CarCreate, CarUpdate
from content.cars.service import CarSlugTaken
from content.cars.tables import Car

router = APIRouter(prefix="/api/content/admin/cars", tags=["admin: cars"], responses=documented(*SIGNED_IN))


@router.get("", response_model=Items[CarAdmin])
async def admin_list_cars(query: Annotated[CarAdminQuery, Query()], db: ReadDb, caller: Admin) -> Any:
    """All cars, hidden and sold ones too."""
    rows, total = await queries.list_for_admin(db, query)
    return {"items": list(rows), "total": total}


@router.post("", status_code=201, response_model=Item[CarAdmin], responses=documented(CarSlugTaken))
async def admin_create_car(body: CarCreate, db: Db, caller: Admin) -> Any:
    """Add a car."""
    return {"item": await service.create(db, body, caller=caller)}


@router.get("/{id}", response_model=Item[CarAdmin], responses=documented(NotFound))
async def admin_read_car(id: UUID, db: ReadDb, caller: Admin) -> Any:
    """One car."""
    return {"item": await editing.get_record(db, Car, id)}


@router.patch("/{id}", response_model=Item[CarAdmin], responses=documented(NotFound, CarSlugTaken, StaleVersion))
async def admin_change_car(id: UUID, body: CarUpdate, db: Db, caller: Admin) -> Any:
    """Change a car."""
    return {"item": await service.change(db, id, body, caller=caller)}


@router.delete("/{id}", responses=documented(NotFound))
async def admin_delete_car(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a car."""
    await service.delete(db, id, caller=caller)
    return Done()
