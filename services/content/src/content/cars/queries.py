"""Every SELECT of the cars.

Queries of the catalogue use `build_published_filter()`. Queries of a car's page use `build_public_filter()`, because a
sold car keeps its page.
"""

from collections.abc import Sequence
from datetime import date, datetime
from operator import ge, le
from typing import Any
from uuid import UUID

from chassis.features.lists import build_order_by, fetch_page, match_equal
from chassis.web.auth import Principal
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    Select,
    String,
    UnaryExpression,
    cast,
    false,
    func,
    literal_column,
    or_,
    select,
)
from sqlmodel import col

from content.articles.search import build_query, build_search_condition
from content.cars.inspection_tables import CarFault, CarInspection
from content.cars.labels import latinize_brands
from content.cars.schemas import CarAdminQuery, CarQuery, CarSummary, Facets
from content.cars.tables import Car, CarPrice, Favorite
from content.runtime import Session
from content.slugs import build_key_filter

# The id of the transaction that last wrote the row (PostgreSQL's xmin): it changes with every update.
ROW_VERSION = literal_column("cars.xmin::text", String)
# A car as it was read, with its row version.
VersionedCar = Row[Car, str]
INSPECTION_DAY = (
    select(col(CarInspection.inspected_on))
    .where(col(CarInspection.car_id) == col(Car.id))
    .correlate(Car)
    .scalar_subquery()
    .label("inspected_on")
)
# The columns of `CarOffer`.
SUMMARY_COLUMNS: list[Any] = [*(getattr(Car, name) for name in CarSummary.model_fields), INSPECTION_DAY]
MATCH_COLUMNS: list[Any] = [Car.id, Car.brand, Car.model, Car.year, Car.price_rub]
SORT_COLUMNS: dict[str, tuple[UnaryExpression[Any], ...]] = {
    "newest": (col(Car.id).desc(),),
    "-created_at": (col(Car.id).desc(),),
    "created_at": (col(Car.id).asc(),),
    "price_asc": (col(Car.price_rub).asc(), col(Car.id).asc()),
    "price_desc": (col(Car.price_rub).desc().nulls_last(), col(Car.id).desc()),
    "year_asc": (col(Car.year).asc(), col(Car.id).asc()),
    "year_desc": (col(Car.year).desc(), col(Car.id).desc()),
    "mileage_asc": (col(Car.mileage_km).asc(), col(Car.id).asc()),
    "mileage_desc": (col(Car.mileage_km).desc(), col(Car.id).desc()),
}
# A set bit in the result of grouping() means that the row is not grouped by that column.
FACETS = {0b011: "brands", 0b101: "body_types", 0b110: "fuels"}
RANGES: dict[str, tuple[Any, str]] = {
    "price_min": (func.min, "price_rub"),
    "price_max": (func.max, "price_rub"),
    "year_min": (func.min, "year"),
    "year_max": (func.max, "year"),
}
SORT_ALIASES = {"price": "price_asc", "year": "year_asc", "mileage": "mileage_asc"}
SORT_ALIASES |= {f"-{name}": f"{name}_desc" for name in SORT_ALIASES}


def build_published_filter() -> ColumnElement[bool]:
    return col(Car.status) == "published"


def build_public_filter() -> ColumnElement[bool]:
    """Return the condition for cars whose page is public, including sold ones."""
    return col(Car.status).in_(["published", "sold"])


def _split_at_commas(text: str) -> list[str]:
    return [word.strip().lower() for word in text.split(",") if word.strip()]


def _build_filters(query: CarQuery) -> list[ColumnElement[bool]]:
    filters = [build_published_filter()]
    if query.brand:
        filters.append(func.lower(Car.brand).in_(_split_at_commas(query.brand)))
    if query.body_type:
        filters.append(col(Car.body_type).in_(_split_at_commas(query.body_type)))
    if query.fuel:
        filters.append(col(Car.fuel).in_(_split_at_commas(query.fuel)))
    if query.tag:
        filters.append(col(Car.tags).contains([query.tag]))
    bounds = (
        (col(Car.price_rub), ge, query.price_min),
        (col(Car.price_rub), le, query.price_max),
        (col(Car.year), ge, query.year_min),
        (col(Car.year), le, query.year_max),
        (col(Car.mileage_km), le, query.mileage_max),
    )
    return filters + [compare(column, bound) for column, compare, bound in bounds if bound is not None]


def _build_search_query(query: CarQuery) -> ColumnElement[Any] | None:
    """Build the tsquery of the searched words. Returns None if no word was typed."""
    return build_query(latinize_brands(query.q)) if query.q else None


def _build_match_filters(query: CarQuery) -> list[ColumnElement[bool]]:
    """Return the conditions of the filters and of the searched words. A search without a word matches nothing."""
    filters = _build_filters(query)
    search_query = _build_search_query(query)
    if search_query is not None:
        filters.append(col(Car.search).op("@@")(search_query))
    elif query.q:
        filters.append(false())
    return filters


async def list_matches(db: Session, query: CarQuery, *, limit: int) -> Sequence[Row[Any]]:
    """Return the cars of the catalogue that match, the newest first, at most `limit`."""
    statement = select(*MATCH_COLUMNS).where(*_build_match_filters(query)).order_by(col(Car.id).desc()).limit(limit)
    return (await db.execute(statement)).all()


async def count_matches(db: Session, searches: Sequence[CarQuery]) -> list[int]:
    """Return how many cars of the catalogue match each of these filters, in one statement."""
    if not searches:
        return []
    counts = [
        select(func.count()).select_from(Car).where(*_build_match_filters(query)).scalar_subquery()
        for query in searches
    ]
    return list((await db.execute(select(*counts))).one())


async def list_published_cars(db: Session, query: CarQuery) -> tuple[Sequence[Row[Any]], int]:
    """Return a page of the catalogue and the total, in one statement unless the page is empty."""
    filters = _build_filters(query)
    sort = query.sort or "newest"
    order = SORT_COLUMNS.get(SORT_ALIASES.get(sort, sort), SORT_COLUMNS["newest"])
    search_query = _build_search_query(query)
    if search_query is not None:
        filters.append(col(Car.search).op("@@")(search_query))
    elif query.q:
        return [], 0
    count = select(func.count()).select_from(Car).where(*filters)
    if search_query is not None and query.sort in {None, "relevance"}:
        statement = _select_ranked_page(filters, search_query, query)
    else:
        summaries: Select[Any] = select(*SUMMARY_COLUMNS, count.scalar_subquery().label("total"))
        statement = summaries.where(*filters).order_by(*order).limit(query.limit).offset(query.offset)
    rows = (await db.execute(statement)).all()
    if rows:
        return rows, rows[0].total
    return rows, await db.scalar(count) or 0


def _select_ranked_page(
    filters: list[ColumnElement[bool]], search_query: ColumnElement[Any], query: CarQuery
) -> Select[Any]:
    """Select a page of search results, the best first. Other columns are read for the rows of this page only."""
    rank = func.ts_rank(Car.search, search_query).label("rank")
    matches = select(col(Car.id).label("id"), rank, func.count().over().label("total")).where(*filters).subquery()
    best_first = (matches.c.rank.desc(), matches.c.id.desc())
    page = select(matches).order_by(*best_first).limit(query.limit).offset(query.offset).subquery()
    statement = select(*SUMMARY_COLUMNS, page.c.total).join(page, page.c.id == Car.id)
    return statement.order_by(page.c.rank.desc(), page.c.id.desc())


async def list_featured_cars(db: Session, limit: int) -> Sequence[Row[Any]]:
    statement = select(*SUMMARY_COLUMNS).where(build_published_filter(), col(Car.featured).is_(True))
    return (await db.execute(statement.order_by(col(Car.featured_rank), col(Car.id)).limit(limit))).all()


async def count_facets(db: Session) -> Facets:
    """Return counts and ranges of the whole catalogue, in one statement."""
    car_columns: list[Any] = [Car.brand, Car.body_type, Car.fuel]
    # The cars are grouped twice, first in the order of the index `cars_facets`, so that the second step has few rows.
    ranges = [aggregate(getattr(Car, column)).label(name) for name, (aggregate, column) in RANGES.items()]
    groups = select(*car_columns, func.count().label("count"), *ranges)
    combinations = groups.where(build_published_filter()).group_by(*car_columns).subquery()
    facet_columns = (combinations.c.brand, combinations.c.body_type, combinations.c.fuel)
    grouped_counts = (
        select(
            func.grouping(*facet_columns).label("grouping_mask"),
            func.coalesce(*facet_columns).label("value"),
            cast(func.sum(combinations.c["count"]), BigInteger).label("count"),
            *(aggregate(combinations.c[name]).label(name) for name, (aggregate, _) in RANGES.items()),
        )
        .group_by(func.grouping_sets(*facet_columns, literal_column("()")))
        .order_by(literal_column("count").desc(), literal_column("value"))
    )
    rows = (await db.execute(grouped_counts)).all()
    facets: dict[str, Any] = {name: [] for name in FACETS.values()}
    for row in rows:
        if row.grouping_mask in FACETS:
            facets[FACETS[row.grouping_mask]].append({"value": row.value, "count": row.count})
        else:
            facets |= {name: getattr(row, name) for name in RANGES}
    return Facets.model_validate(facets)


async def find_public_car(db: Session, key: str) -> Car | None:
    """Return a car whose page is public, by slug or id."""
    return await db.scalar(select(Car).where(build_public_filter(), build_key_filter(Car, key)))


async def list_related_cars(db: Session, car: Car, *, limit: int = 3) -> Sequence[Row[Any]]:
    """Return other cars: first cars with the same body type, then the newest."""
    other_cars = select(*SUMMARY_COLUMNS).where(build_published_filter(), col(Car.id) != car.id)
    has_same_body = col(Car.body_type) == car.body_type
    return (await db.execute(other_cars.order_by(has_same_body.desc(), col(Car.id).desc()).limit(limit))).all()


async def list_for_admin(db: Session, query: CarAdminQuery) -> tuple[Sequence[Car], int]:
    filters = match_equal(Car, query, "status")
    if query.brand:
        filters.append(func.lower(Car.brand) == query.brand.lower())
    if query.featured is not None:
        filters.append(col(Car.featured).is_(query.featured))
    if query.search:
        filters.append(build_search_condition(col(Car.search), latinize_brands(query.search)))
    order = build_order_by(Car, query.sort)
    if query.sort == "-price_rub":
        order = order.nulls_last()
    statement = select(Car).where(*filters).order_by(order, col(Car.id).desc())
    return await fetch_page(db, statement, query)


async def list_inspected_ids(db: Session, ids: Sequence[UUID]) -> set[UUID]:
    """Return which of these cars have an inspection record, as their ids."""
    statement = select(col(CarInspection.car_id)).where(col(CarInspection.car_id).in_(ids))
    return set(await db.scalars(statement))


async def find_public_car_by_id(db: Session, id: UUID) -> Car | None:
    """Return a car whose page is public, by its id."""
    return await db.scalar(select(Car).where(col(Car.id) == id, build_public_filter()))


def select_favorites(caller: Principal) -> Select[Any]:
    """Select the caller's favourites, newest first, without hidden cars."""
    columns = [*SUMMARY_COLUMNS, Favorite.note, col(Favorite.price_rub).label("seen_price_rub")]
    statement = select(*columns, col(Favorite.created_at).label("added_at"))
    statement = statement.join(Favorite, col(Favorite.car_id) == Car.id)
    statement = statement.where(col(Favorite.user_id) == caller.id, col(Car.status) != "hidden")
    return statement.order_by(col(Favorite.created_at).desc(), col(Favorite.car_id))


def select_favorite_ids(caller: Principal) -> Select[UUID]:
    """Select the ids of the caller's favourite cars, including hidden ones."""
    return select(col(Favorite.car_id)).where(col(Favorite.user_id) == caller.id)


async def lock_favorites(db: Session, car_id: UUID) -> Sequence[Favorite]:
    return (await db.scalars(select(Favorite).where(col(Favorite.car_id) == car_id).with_for_update())).all()


async def list_cars_to_price(db: Session, *, since: datetime, limit: int) -> Sequence[VersionedCar]:
    """Return cars that were not priced since `since`, each with its row version, the longest waiting car first."""
    statement = select(Car, ROW_VERSION).where(
        col(Car.price_is_manual).is_(False),
        col(Car.price_eur) > 0,
        # A draft without a year or a fuel cannot be priced yet.
        col(Car.year).is_not(None),
        col(Car.fuel).is_not(None),
        or_(col(Car.priced_at).is_(None), col(Car.priced_at) < since),
    )
    return (await db.execute(statement.order_by(col(Car.priced_at).nulls_first()).limit(limit))).all()


async def lock_unchanged_cars(db: Session, versioned_cars: Sequence[VersionedCar]) -> Sequence[Car]:
    """Lock the cars that are unchanged since they were read.

    The lock is FOR NO KEY UPDATE, so other transactions may still add the cars to favourites.
    """
    row_versions = {car.id: row_version for car, row_version in versioned_cars}
    statement = select(Car, ROW_VERSION).where(col(Car.id).in_(row_versions)).order_by(col(Car.id))
    rows = await db.execute(statement.with_for_update(key_share=True), execution_options={"populate_existing": True})
    return [car for car, row_version in rows if row_version == row_versions[car.id]]


async def find_inspection(db: Session, car_id: UUID) -> CarInspection | None:
    """Return the inspection record of a car, if it has one."""
    return await db.scalar(select(CarInspection).where(col(CarInspection.car_id) == car_id))


async def list_faults(db: Session, inspection: CarInspection) -> Sequence[CarFault]:
    """Return the faults of an inspection record, oldest first (ids sort by time)."""
    statement = select(CarFault).where(col(CarFault.inspection_id) == inspection.id).order_by(col(CarFault.id))
    return (await db.scalars(statement)).all()


async def list_prices(db: Session, car_id: UUID, *, since: date) -> Sequence[CarPrice]:
    """Return the prices of a car since that day, the oldest first."""
    statement = select(CarPrice).where(col(CarPrice.car_id) == car_id, col(CarPrice.day) >= since)
    return (await db.scalars(statement.order_by(col(CarPrice.day)))).all()
