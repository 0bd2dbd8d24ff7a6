"""Rules of saved searches: a user saves filters of the catalogue and is notified of new cars, at most once a day.

A car is new for a search if it is on offer, matches the filters and was not known to the owner. It may have been hidden
before, or its price may have fallen to the limit. A search announces a car once, however its price changes later.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.events import outbox
from chassis.web.auth import Principal
from chassis.web.errors import Conflict, NotFound, raises, require_found
from contracts.content import MatchingCar, SavedSearchMatched
from pydantic_core import to_json
from sqlalchemy import Row, delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.caps import check_cap
from content.cars import queries as cars
from content.cars.service import compute_turnkey_price, resolve_turnkey_bounds
from content.runtime import ContentRuntime, Session
from content.saved_searches import queries
from content.saved_searches.schemas import SavedFilters, SavedSearchCreate, SavedSearchRead, SavedSearchUpdate
from content.saved_searches.tables import KnownCar, SavedSearch
from content.site import service as site
from content.stop_links import StopLinks

STOP_LINKS = StopLinks(
    SavedSearch,
    path="/api/saved-searches",
    page="/unsubscribe?list=search&state=",
    success_text="Об этом поиске мы больше не пишем",
)
MAX_SEARCHES = 20
MIN_ALERT_INTERVAL = timedelta(days=1)
# How many searches are compared in one transaction.
BATCH_SIZE = 50
# How many cars are compared with one search. The catalogue has a few hundred.
MAX_CARS = 1000
# How many cars a notification names. It counts the others.
MAX_NAMED_CARS = 3
# A change that is committed late has an earlier time than changes that were already visible. Searches compared up to
# this long after the last visible change are therefore compared again.
MAX_COMMIT_DELAY = timedelta(minutes=1)


class TooManySearches(Conflict):
    code = "too_many_searches"
    message = "Сохранённых поисков слишком много: удалите лишние"


@raises(TooManySearches)
async def create(db: Session, body: SavedSearchCreate, *, caller: Principal) -> SavedSearch:
    """Save a search. Returns the existing one if the caller has saved the same filters before."""
    filters = body.filters.get_values()
    key = to_json(dict(sorted(filters.items()))).decode()
    # The same lock as in `check_cap`, but before the look-up, so that two requests with the same filters save it once.
    await take_advisory_locks(db, f"{TooManySearches.code} {caller.id}")
    existing_search = await queries.find_by_key(db, caller, key)
    if existing_search is not None:
        return existing_search
    await check_cap(db, queries.select_searches(caller), owner=caller.id, maximum=MAX_SEARCHES, error=TooManySearches)
    now = db.now()
    search = SavedSearch(user_id=caller.id, name=body.name, filters=filters, key=key, checked_at=now, created_at=now)
    db.add(search)
    await db.flush()
    await _save_known_cars(db, search, await _list_matches(db, search))
    return search


async def read_searches(db: Session, *, caller: Principal) -> list[SavedSearchRead]:
    """Return the caller's searches, newest first."""
    return await _serialize(db, (await db.scalars(queries.select_searches(caller))).all())


async def read(db: Session, search: SavedSearch) -> SavedSearchRead:
    """Return a search with the number of cars that match it now."""
    [serialized_search] = await _serialize(db, [search])
    return serialized_search


async def _serialize(db: Session, searches: Sequence[SavedSearch]) -> list[SavedSearchRead]:
    filters = [SavedFilters.model_validate(search.filters) for search in searches]
    car_queries = [await resolve_turnkey_bounds(db, search_filters.build_query()) for search_filters in filters]
    counts = await cars.count_matches(db, car_queries)
    return [
        SavedSearchRead(
            id=search.id,
            name=search.name,
            filters=search_filters,
            alerts=search.is_alerting,
            alerted_at=search.alerted_at,
            created_at=search.created_at,
            cars=count,
        )
        for search, search_filters, count in zip(searches, filters, counts, strict=True)
    ]


@raises(NotFound)
async def change(db: Session, id: UUID, body: SavedSearchUpdate, *, caller: Principal) -> SavedSearch:
    """Rename a search, or turn its notifications on or off."""
    search = require_found(await queries.lock_own_search(db, id, caller), "Такого поиска нет")
    if body.name is not None:
        search.name = body.name
    if body.alerts is not None:
        await _set_alerting(db, search, is_alerting=body.alerts)
    db.add(search)
    return search


async def _set_alerting(db: Session, search: SavedSearch, *, is_alerting: bool) -> None:
    """Turn the notifications of a search on or off. Cars that appeared while they were off are not reported later."""
    if is_alerting and not search.is_alerting:
        await _save_known_cars(db, search, await _list_matches(db, search))
        search.checked_at = db.now()
    search.is_alerting = is_alerting
    db.add(search)


async def remove(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a search. A repeated call changes nothing."""
    conditions = (col(SavedSearch.id) == id, col(SavedSearch.user_id) == caller.id)
    await db.execute(delete(SavedSearch).where(*conditions))


async def publish_found_cars(db: Session, runtime: ContentRuntime) -> None:
    """Publish the new cars of the searches that may alert. `db` only reads: each batch has its own transaction.

    A search is compared once in a run, and only if a car has changed since its last comparison, or less than
    `MAX_COMMIT_DELAY` before it.
    """
    changed_at = await queries.find_last_change(db)
    if changed_at is None:
        return
    checked_before = min(changed_at + MAX_COMMIT_DELAY, runtime.now())
    while await _publish_batch(runtime, checked_before=checked_before):
        pass


async def _publish_batch(runtime: ContentRuntime, *, checked_before: datetime) -> bool:
    """Compare the next searches with the cars. Returns False if there were none."""
    async with runtime.database.transaction() as db:
        now = runtime.now()
        due_searches = await queries.lock_due_searches(
            db, checked_before=checked_before, alerted_before=now - MIN_ALERT_INTERVAL, limit=BATCH_SIZE
        )
        for search in due_searches:
            search.checked_at = now
            known_ids = await queries.list_known_car_ids(db, search.id)
            new_cars = [car for car in await _list_matches(db, search) if car.id not in known_ids]
            if new_cars:
                await _save_known_cars(db, search, new_cars)
                search.alerted_at = now
                await outbox.record(db, await _build_event(db, search, new_cars))
            db.add(search)
    return bool(due_searches)


async def _list_matches(db: Session, search: SavedSearch) -> Sequence[Row[Any]]:
    query = SavedFilters.model_validate(search.filters).build_query()
    return await cars.list_matches(db, await resolve_turnkey_bounds(db, query), limit=MAX_CARS)


async def _save_known_cars(db: Session, search: SavedSearch, matches: Sequence[Row[Any]]) -> None:
    if matches:
        rows = [{"search_id": search.id, "car_id": car.id} for car in matches]
        await db.execute(insert(KnownCar).on_conflict_do_nothing(), rows)


async def _build_event(db: Session, search: SavedSearch, new_cars: Sequence[Row[Any]]) -> SavedSearchMatched:
    prices = (await site.read_settings(db)).servicePrices
    named_cars = []
    for car in new_cars[:MAX_NAMED_CARS]:
        turnkey = compute_turnkey_price(car.price_rub, prices)
        turnkey_rub = turnkey.total_rub if turnkey else None
        title = f"{car.brand} {car.model}, {car.year}"
        named_cars.append(MatchingCar(title=title, price_rub=car.price_rub, turnkey_rub=turnkey_rub))
    return SavedSearchMatched(
        search_id=search.id,
        user_id=search.user_id,
        name=search.name,
        address=urlencode(search.filters | {"search": str(search.id)}),
        cars=named_cars,
        count=len(new_cars),
        stop_url=STOP_LINKS.build_link(db, search.id),
    )
