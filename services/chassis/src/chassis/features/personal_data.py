"""How the features of a service take part in the erasure and the export of a user's personal data.

Each feature whose rows name users has one `PersonalData`; the service lists them in the order in which they erase.
`records.testing.personal_data` finds a table that is in none of them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from pydantic_core import to_json
from sqlalchemy import delete, select, update

from chassis.events import outbox
from chassis.events.registry import EventContext, Handlers

# More rows than fit into one event, so that an export always reports what was left out.
MAX_ROWS = 5000
# A service's part of an export is one message, and NATS limits a message to one megabyte.
ROOM = 700_000
# Erases the user's data as of this time; returns what the law makes the service keep, if anything.
Erase = Callable[[Any, UUID, datetime], Awaitable[str | None]]
# The user's data as JSON: lists, the newest entries first, and small values.
Export = Callable[[Any, UUID], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class PersonalData:
    """What becomes of the columns by which the rows of one feature name a user.

    `erase` runs first. Then the rows with the user's id in a column of `deleted` are deleted, and those columns of
    `cleared` become NULL. `handled` are the columns that `erase` itself removes the user from, `kept` those that stay.
    """

    deleted: tuple[Any, ...] = ()
    cleared: tuple[Any, ...] = ()
    handled: tuple[Any, ...] = ()
    kept: tuple[Any, ...] = ()
    erase: Erase | None = None
    export: Export | None = None


def export_rows(
    name: str, user: Any, *, only: set[str] | None = None, without: set[str] | None = None, newest: Any = None
) -> Export:
    """An export of the rows with the user's id in the column `user`, as the list `name`: those fields, or all but some.

    `newest` orders them, the id unless it is given.
    """
    latest_first = (user.class_.id if newest is None else newest).desc()

    async def export(db: Any, user_id: UUID) -> dict[str, Any]:
        rows = await db.scalars(select(user.class_).where(user == user_id).order_by(latest_first).limit(MAX_ROWS))
        return {name: [row.model_dump(mode="json", include=only, exclude=without) for row in rows]}

    return export


async def erase_all(db: Any, features: Sequence[PersonalData], user_id: UUID, at: datetime) -> str | None:
    """Erase the user's data of all features; returns what is kept."""
    reasons = []
    for feature in features:
        if feature.erase and (reason := await feature.erase(db, user_id, at)):
            reasons.append(reason)
        for column in feature.deleted:
            await db.execute(delete(column.class_).where(column == user_id))
        for column in feature.cleared:
            await db.execute(update(column.class_).where(column == user_id).values({column: None}))
    return "; ".join(reasons) or None


async def export_all(db: Any, features: Sequence[PersonalData], user_id: UUID) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for feature in features:
        data |= await feature.export(db, user_id) if feature.export else {}
    return data


def fit_lists(data: Mapping[str, Any], *, room: int = ROOM) -> dict[str, Any]:
    """Cut the lists of an export to what fits into `room` bytes of JSON, one entry of each list in turn.

    `left_out` says how many entries of each list did not fit; other values are small and always included.
    """
    lists = {name: value for name, value in data.items() if isinstance(value, list)}
    kept: dict[str, list[Any]] = {name: [] for name in lists}
    growing = list(lists)
    while growing:
        for name in list(growing):
            at = len(kept[name])
            rest = lists[name][at : at + 1]
            size = len(to_json(rest))
            if not rest or size > room:
                growing.remove(name)
            else:
                room -= size
                kept[name] += rest
    left_out = {name: len(lists[name]) - len(kept[name]) for name in lists if len(kept[name]) < len(lists[name])}
    return {**data, **kept} | ({"left_out": left_out} if left_out else {})


def answer_requests(features: Sequence[PersonalData]) -> Handlers:
    """The two handlers of a service; each answers in the transaction of its work.

    What earlier events of the transaction have left for its end comes first: an erasure would miss it otherwise.
    """
    on = Handlers()

    @on(UserErased)
    async def erase_user(event: UserErased, db: Any, context: EventContext) -> None:
        await db.finish()
        kept = await erase_all(db, features, event.user_id, context.time)
        service = db.runtime.name
        done = UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=service, kept=kept)
        await outbox.record(db, done)

    @on(ExportRequested)
    async def export_user(event: ExportRequested, db: Any, context: EventContext) -> None:
        await db.finish()
        data, service = fit_lists(await export_all(db, features, event.user_id)), db.runtime.name
        part = ExportPart(user_id=event.user_id, export_id=event.export_id, service=service, data=data)
        await outbox.record(db, part)

    return on
