from typing import Annotated
from uuid import UUID

from chassis.features.lists import Page, QueryParameters, fetch_rows
from chassis.web.auth import Caller
from chassis.web.caches import CachedRoute, TtlCache
from chassis.web.errors import NotFound, Unavailable, document_errors, require_found
from contracts.envelopes import Done
from fastapi import APIRouter, Query, Request, Response

from content.cars import favorites, queries, service
from content.cars.inspection_report import render_report
from content.cars.schemas import (
    CarAnswer,
    CarList,
    CarQuery,
    FavoriteAnswer,
    FavoriteList,
    FavoriteNote,
    FavoriteRead,
    FeaturedCars,
)
from content.fields import Key
from content.runtime import CurrentRuntime, Db, ReadDb
from content.site import service as site
from content.slugs import redirect_to

router = APIRouter(prefix="/api/cars", tags=["cars"], route_class=CachedRoute)
report_router = APIRouter(prefix="/api/cars", tags=["cars"])
favorites_router = APIRouter(prefix="/api/me/favorites", tags=["me: favourites"])

# The key is the JSON of all values that the report shows, so a changed record or setting gives another report.
_reports = TtlCache[bytes](seconds=3600, size=50)


@router.get("/featured", response_model=FeaturedCars)
async def list_featured_cars(request: Request, db: ReadDb, limit: Annotated[int, Query(ge=1, le=100)] = 6) -> Response:
    """List the cars of the home page."""
    return await service.cache.answer(request, f"featured:{limit}", lambda: service.list_featured(db, limit))


@router.get("", response_model=CarList, responses=document_errors(Unavailable))
async def list_cars(request: Request, query: QueryParameters[CarQuery], db: ReadDb) -> Response:
    """List the cars of the catalogue, filtered and sorted."""
    return await service.cache.answer(request, f"cars:{query!r}", lambda: service.list_cars(db, query))


@router.get("/{key}", response_model=CarAnswer, responses=document_errors(service.read_car))
async def read_car(request: Request, key: Key, db: ReadDb) -> Response:
    """Return one car by its slug or id; a former slug redirects."""
    try:
        return await service.cache.answer(request, f"car:{key}", lambda: service.read_car(db, key))
    except NotFound:
        slug = await service.find_slug_of_moved_car(db, key)
        if slug is None:
            raise
        return redirect_to(request, f"/api/cars/{slug}")


@report_router.get(
    "/{key}/inspection.pdf",
    response_class=Response,
    responses=document_errors(NotFound, Unavailable)
    | {200: {"content": {"application/pdf": {}}, "description": "The report"}},
)
async def download_inspection(key: Key, runtime: CurrentRuntime) -> Response:
    """Download the inspection report of a car as a PDF."""
    # Rendering may wait for other documents, so no database connection is held meanwhile.
    async with runtime.database.reading() as db:
        car = (await service.read_car(db, key)).car
        settings = await site.read_settings(db)
    inspection = require_found(car.inspection, "Отчёта об осмотре ещё нет")
    cache_key = f"{car.model_dump_json()}{settings.model_dump_json()}"
    report = await _reports.get(cache_key, lambda: render_report(car, inspection, settings))
    headers = {"Content-Disposition": f'inline; filename="{car.slug}.pdf"', "Cache-Control": "public, max-age=60"}
    return Response(report, media_type="application/pdf", headers=headers)


@favorites_router.get("")
async def list_my_favorites(page: Page, db: ReadDb, caller: Caller) -> FavoriteList:
    """List the caller's favourite cars, newest first."""
    rows, total = await fetch_rows(db, queries.select_favorites(caller), page)
    offers = [FavoriteRead.model_validate(row, from_attributes=True) for row in rows]
    return FavoriteList(favorites=await service.fill_in_offers(db, offers), total=total)


@favorites_router.put("/{car_id}", responses=document_errors(NotFound, favorites.TooManyFavorites))
async def add_favorite(car_id: UUID, db: Db, caller: Caller, body: FavoriteNote | None = None) -> FavoriteAnswer:
    """Add a car to favourites; can be repeated."""
    favorite = await favorites.add(db, car_id, note=body.note if body else None, caller=caller)
    await service.fill_in_offers(db, [favorite])
    return FavoriteAnswer(favorite=favorite)


@favorites_router.delete("/{car_id}")
async def remove_favorite(car_id: UUID, db: Db, caller: Caller) -> Done:
    """Remove a car from favourites; can be repeated."""
    await favorites.remove(db, car_id, caller=caller)
    return Done()
