from uuid import UUID

from chassis.auth import Caller
from chassis.errors import NotFound, documented
from contracts.envelopes import Done
from fastapi import APIRouter
from records.lists import Page

from content.favorites import queries, service
from content.favorites.schemas import FavoriteAnswer, FavoriteList, FavoriteNote
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/me/favorites", tags=["me: favourites"])


@router.get("")
async def list_my_favorites(page: Page, db: ReadDb, caller: Caller) -> FavoriteList:
    """One's own favourite cars, newest first."""
    rows, total = await queries.list_own(db, page, caller=caller)
    return FavoriteList.model_validate({"favorites": rows, "total": total}, from_attributes=True)


@router.put("/{car_id}", responses=documented(NotFound, service.TooManyFavorites))
async def add_favorite(car_id: UUID, db: Db, caller: Caller, body: FavoriteNote | None = None) -> FavoriteAnswer:
    """Add a car to favourites; can be repeated."""
    return FavoriteAnswer(favorite=await service.add(db, car_id, note=body.note if body else None, caller=caller))


@router.delete("/{car_id}")
async def remove_favorite(car_id: UUID, db: Db, caller: Caller) -> Done:
    """Remove a car from favourites; can be repeated."""
    await service.remove(db, car_id, caller=caller)
    return Done()
