from uuid import UUID

from chassis.features.lists import InQuery
from chassis.web.errors import NotFound, StaleVersion, documented
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.audit.service import Admin
from content.cars import queries, service
from content.cars.schemas import CarAdmin, CarAdminQuery, CarCreate, CarUpdate
from content.cars.tables import Car
from content.runtime import Db, ReadDb
from content.slugs import SlugTaken

router = APIRouter(prefix="/api/content/admin/cars", tags=["admin: cars"])


@router.get("")
async def admin_list_cars(query: InQuery[CarAdminQuery], db: ReadDb, caller: Admin) -> Items[CarAdmin]:
    """All cars, hidden and sold ones too."""
    return Items[CarAdmin].of(*await queries.list_for_admin(db, query))


@router.post("", status_code=201, responses=documented(SlugTaken))
async def admin_create_car(body: CarCreate, db: Db, caller: Admin) -> Item[CarAdmin]:
    """Add a car."""
    return Item[CarAdmin].of(await service.create(db, body, caller=caller))


@router.get("/{id}", responses=documented(NotFound))
async def admin_read_car(id: UUID, db: ReadDb, caller: Admin) -> Item[CarAdmin]:
    """One car."""
    return Item[CarAdmin].of(await editing.get_record(db, Car, id))


@router.patch("/{id}", responses=documented(NotFound, SlugTaken, StaleVersion))
async def admin_change_car(id: UUID, body: CarUpdate, db: Db, caller: Admin) -> Item[CarAdmin]:
    """Change a car."""
    return Item[CarAdmin].of(await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=documented(NotFound))
async def admin_delete_car(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a car."""
    await editing.delete_by_id(db, Car, id, caller=caller)
    return Done()
