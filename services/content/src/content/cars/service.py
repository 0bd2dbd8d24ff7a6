"""Rules of the catalogue: its public responses, and its changes by administrators."""

from collections.abc import Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, TypeVar
from uuid import UUID

from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes, TtlCache
from chassis.web.errors import Invalid, NotFound, StaleVersion, raises, require_found
from slugify import slugify
from sqlalchemy import Row

from content import editing
from content.articles.search import limit_searches
from content.cars import inspections, queries
from content.cars.errors import CarHeld
from content.cars.favorites import record_price_change
from content.cars.labels import FUELS
from content.cars.price_history import read_history, record_price
from content.cars.schemas import (
    CarAdmin,
    CarAnswer,
    CarCreate,
    CarList,
    CarOffer,
    CarQuery,
    CarRead,
    CarUpdate,
    Facets,
    FeaturedCars,
    FormerCar,
    Turnkey,
)
from content.cars.tables import Car
from content.drafts import check_complete
from content.records import build_record
from content.restoring import RecordsChanged, lock_unchanged_records
from content.runtime import Session
from content.site import service as site
from content.site.schemas import ServicePrices
from content.slugs import SlugTaken, check_slug, choose_free_slug, find_current_slug, keep_former_slug

Offer = TypeVar("Offer", bound=CarOffer)
cache = CachedBytes("cars", seconds=2)
_facets = TtlCache[Facets](seconds=5.0)
# The fields that a published or sold car needs, with their names in requests. A hidden car may lack them.
REQUIRED_TO_PUBLISH = {"year": "year", "body_type": "body_type", "fuel": "fuel"}
# Changing any of these changes the customs payments.
PRICE_FIELDS = {"price_eur", "year", "engine_volume_l", "power_hp", "power_kw", "fuel"}


async def list_featured(db: Session, limit: int) -> FeaturedCars:
    return FeaturedCars(cars=await _build_offers(db, await queries.list_featured_cars(db, limit)))


async def list_cars(db: Session, query: CarQuery) -> CarList:
    async with limit_searches(query.q):
        rows, total = await queries.list_published_cars(db, await resolve_turnkey_bounds(db, query))
    has_more = query.offset + len(rows) < total
    return CarList(cars=await _build_offers(db, rows), total=total, hasMore=has_more, facets=await get_facets(db))


async def resolve_turnkey_bounds(db: Session, query: CarQuery) -> CarQuery:
    """Express the bounds of the turnkey price as bounds of the price with customs, which the database has.

    A turnkey price adds the same services to every car, so the order of cars by both prices is the same.
    """
    if query.turnkey_min is None and query.turnkey_max is None:
        return query
    services = (await site.read_settings(db)).servicePrices.turnkey_services
    price_min = query.price_min
    if query.turnkey_min is not None:
        price_min = max(query.turnkey_min - services, query.price_min or 0)
    price_max = query.price_max
    if query.turnkey_max is not None:
        # Negative if the services alone cost more than the bound. Then no car matches.
        price_max = query.turnkey_max - services
        if query.price_max is not None:
            price_max = min(price_max, query.price_max)
    return query.model_copy(update={"price_min": price_min, "price_max": price_max})


async def _build_offers(db: Session, rows: Sequence[Row[Any]]) -> list[CarOffer]:
    return await fill_in_offers(db, [CarOffer.model_validate(row, from_attributes=True) for row in rows])


async def fill_in_offers(db: Session, offers: list[Offer]) -> list[Offer]:
    """Add the turnkey prices to offers, and remove reservations that are over. Returns the same offers."""
    prices = (await site.read_settings(db)).servicePrices
    for offer in offers:
        turnkey = compute_turnkey_price(offer.price_rub, prices)
        offer.turnkey_rub = turnkey.total_rub if turnkey else None
        offer.reserved_until = _find_reservation_end(db, offer.reserved_until)
    return offers


def _find_reservation_end(db: Session, until: datetime | None) -> datetime | None:
    """Return until when a car is reserved, or None.

    A reservation that is over does not hold the car, even if the job that ends it has not run yet.
    """
    if until is None or until <= db.now():
        return None
    return until


def compute_turnkey_price(price_rub: int | None, prices: ServicePrices) -> Turnkey | None:
    """Compute the turnkey price of a car. Returns None if its price with customs is unknown."""
    if price_rub is None:
        return None
    return Turnkey(
        delivery_rub=prices.delivery,
        work_rub=prices.work,
        laboratory_rub=prices.laboratory,
        total_rub=price_rub + prices.turnkey_services,
    )


async def get_facets(db: Session) -> Facets:
    """Return the counts of the whole catalogue, which do not depend on the filters. Cached for a few seconds."""
    return await _facets.get(str(cache.drop_count), lambda: _count_facets(db))


async def _count_facets(db: Session) -> Facets:
    facets = await queries.count_facets(db)
    prices = (await site.read_settings(db)).servicePrices
    cheapest = compute_turnkey_price(facets.price_min, prices)
    dearest = compute_turnkey_price(facets.price_max, prices)
    facets.turnkey_min = cheapest.total_rub if cheapest else None
    facets.turnkey_max = dearest.total_rub if dearest else None
    return facets


@raises(NotFound)
async def read_car(db: Session, key: str) -> CarAnswer:
    """Return one car."""
    car = require_found(await queries.find_public_car(db, key), "Такого автомобиля нет")
    related_cars = await _build_offers(db, await queries.list_related_cars(db, car))
    turnkey = compute_turnkey_price(car.price_rub, (await site.read_settings(db)).servicePrices)
    inspection = await inspections.read_public_inspection(db, car.id)
    details = CarRead(
        **car.model_dump(exclude={"search", "reserved_until"}),
        reserved_until=_find_reservation_end(db, car.reserved_until),
        related=related_cars,
        inspection=inspection,
        inspected_on=inspection.inspected_on if inspection else None,
        price_history=await read_history(db, car),
        turnkey=turnkey,
        turnkey_rub=turnkey.total_rub if turnkey else None,
    )
    return CarAnswer(car=details)


async def describe_for_admin(db: Session, cars: Sequence[Car]) -> list[CarAdmin]:
    """Return cars as their editor sees them."""
    inspected_ids = await queries.list_inspected_ids(db, [car.id for car in cars])
    return [
        CarAdmin.model_validate(car, from_attributes=True).model_copy(update={"is_inspected": car.id in inspected_ids})
        for car in cars
    ]


async def find_slug_of_moved_car(db: Session, slug: str) -> str | None:
    """Return the current slug of the public car that had this slug before."""
    return await find_current_slug(db, Car, slug, is_public=queries.build_public_filter())


async def read_for_page(db: Session, slug: str) -> CarAnswer:
    """Return the car with this slug as the API shows it. Raises NotFound."""
    answer = await read_car(db, slug)
    # The API also finds a car by its id, but its page has one address only.
    if answer.car.slug != slug:
        raise NotFound("Такого автомобиля нет")
    return answer


def describe_engine(*, volume: Any, fuel: str | None) -> str:
    """Describe an engine, for example '3.0 л, дизель'. An electric car has no volume. Returns '' without a fuel."""
    if fuel is None:
        return ""
    if not volume:
        return FUELS[fuel]
    litres = Decimal(str(volume)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{litres} л, {FUELS[fuel]}"


def build_car(db: Session, **fields: Any) -> Car:
    """Build a car with its derived fields."""
    fields["engine"] = fields.get("engine") or describe_engine(
        volume=fields.get("engine_volume_l"), fuel=fields.get("fuel")
    )
    fields["country"] = fields.get("country") or ""
    return build_record(db, Car, **fields)


@raises(SlugTaken, Invalid)
async def create(db: Session, body: CarCreate, *, caller: Principal) -> Car:
    """Add a car. A price in roubles set by hand stays; otherwise the calculator sets the price."""
    generated_slug = slugify(f"{body.brand} {body.model} {body.year or ''}", max_length=100)
    slug = await choose_free_slug(db, Car, body.slug, generated=generated_slug)
    car = build_car(db, **body.model_dump() | {"slug": slug, "price_is_manual": body.price_rub is not None})
    _check_can_be_shown(car)
    editing.add_record(db, car, caller=caller, changes={"slug": car.slug, "status": car.status})
    await editing.flush_or_raise(db, SlugTaken)
    await record_price(db, car)
    return car


def _check_can_be_shown(car: Car) -> None:
    """Raise Invalid for a published or sold car that lacks what its page needs."""
    if car.status != "hidden":
        check_complete(car, REQUIRED_TO_PUBLISH)


def _check_not_held(db: Session, car: Car) -> None:
    """Raise CarHeld for a car that a buyer has reserved: a manager decides about the reservation first."""
    if _find_reservation_end(db, car.reserved_until) is not None:
        raise CarHeld


@raises(NotFound, CarHeld)
async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a car that nobody has reserved."""
    car = await editing.lock_record(db, Car, id)
    _check_not_held(db, car)
    await editing.delete_record(db, car, caller=caller)


@raises(NotFound, SlugTaken, StaleVersion, CarHeld, Invalid)
async def change(db: Session, id: UUID, body: CarUpdate, *, caller: Principal) -> Car:
    """Change a car."""
    car, changes = await editing.lock_to_change(db, Car, id, body)
    if changes.get("status", "published") != "published":
        _check_not_held(db, car)
    await check_slug(db, car, changes)
    if "price_rub" in changes:
        changes["price_is_manual"] = changes["price_rub"] is not None
    if changes.get("price_is_manual"):
        # The parts and the rate of the computed price do not belong to a price set by hand.
        changes |= {"price_details": None, "eur_rate": None, "rate_date": None}
    if not changes.get("engine", car.engine):
        # A draft had no fuel to describe its engine with.
        volume = changes.get("engine_volume_l", car.engine_volume_l)
        changes["engine"] = describe_engine(volume=volume, fuel=changes.get("fuel", car.fuel))
    slug_before = car.slug
    changed_fields = editing.apply_changes(db, car, changes, caller=caller)
    _check_can_be_shown(car)
    await keep_former_slug(db, car, slug_before)
    if PRICE_FIELDS & set(changed_fields) or changes.get("price_is_manual") is False:
        car.priced_at = None
    await editing.flush_or_raise(db, SlugTaken)
    if "price_rub" in changed_fields:
        await record_price(db, car)
        await record_price_change(db, car)
    return car


@raises(RecordsChanged, CarHeld, Invalid)
async def restore(db: Session, items: list[FormerCar], *, caller: Principal) -> None:
    """Give cars the status that they had before a bulk change, all or none."""
    await lock_unchanged_records(db, Car, items)
    for item in items:
        status_change = CarUpdate.model_validate({"version": item.version, "status": item.status})
        await change(db, item.id, status_change, caller=caller)
