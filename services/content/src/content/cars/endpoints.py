from typing import Annotated

from chassis.caches import CachedRoute
from chassis.errors import NotFound, Unavailable, documented
from fastapi import APIRouter, Query, Request, Response

from content.cars import service
from content.cars.schemas import CarAnswer, CarList, CarQuery, FeaturedCars, FeaturedQuery
from content.fields import Key
from content.runtime import ReadDb

router = APIRouter(prefix="/api/cars", tags=["cars"], route_class=CachedRoute)


@router.get("/featured", response_model=FeaturedCars)
async def list_featured_cars(request: Request, query: Annotated[FeaturedQuery, Query()], db: ReadDb) -> Response:
    """The cars of the home page."""
    limit = query.limit
    return await service.cache.answer(request, f"featured:{limit}", lambda: service.list_featured(db, limit))


@router.get("", response_model=CarList, responses=documented(Unavailable))
async def list_cars(request: Request, query: Annotated[CarQuery, Query()], db: ReadDb) -> Response:
    """The catalogue, filtered and sorted."""
    return await service.cache.answer(request, f"cars:{query!r}", lambda: service.list_cars(db, query))


@router.get("/{key}", response_model=CarAnswer, responses=documented(NotFound))
async def read_car(request: Request, key: Key, db: ReadDb) -> Response:
    """One car by its slug or id."""
    return await service.cache.answer(request, f"car:{key}", lambda: service.read_car(db, key))
