"""Erasure and export of a user's personal data.

Each feature whose rows refer to users declares one `PersonalData`. A service lists them in the order of erasure.
`chassis.testing.personal_data` finds tables that no feature declares.
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

# Maximum number of rows that are read for one list, more than one event can hold. Further rows are not counted as left
# out.
MAX_ROWS = 5000
# A service's part of an export is one message, and NATS limits a message to one megabyte.
MAX_PART_BYTES = 700_000
# Erases a user's data as of a time. Returns what must be kept by law, if anything.
EraseFunction = Callable[[Any, UUID, datetime], Awaitable[str | None]]
# A user's data as JSON: small values, and lists with the newest entries first.
ExportFunction = Callable[[Any, UUID], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class PersonalData:
    """Handling of a feature's user columns when a user is erased.

    `erase` runs first. Then rows with the user's id in a `deleted` column are deleted, and `cleared` columns become
    NULL. `handled` lists columns that `erase` takes care of, `kept` lists columns that stay.
    """

    deleted: tuple[Any, ...] = ()
    cleared: tuple[Any, ...] = ()
    handled: tuple[Any, ...] = ()
    kept: tuple[Any, ...] = ()
    erase: EraseFunction | None = None
    export: ExportFunction | None = None


def export_rows(
    name: str,
    user_column: Any,
    *,
    include: set[str] | None = None,
    exclude: set[str] | None = None,
    newest_by: Any = None,
) -> ExportFunction:
    """Build the export of the rows with the user's id in the column `user_column`, as a list called `name`.

    `include` or `exclude` chooses the fields. The list has the newest rows first, by the column `newest_by` or by the
    id.
    """
    order_column = user_column.class_.id if newest_by is None else newest_by

    async def export(db: Any, user_id: UUID) -> dict[str, Any]:
        statement = select(user_column.class_).where(user_column == user_id)
        rows = await db.scalars(statement.order_by(order_column.desc()).limit(MAX_ROWS))
        return {name: [row.model_dump(mode="json", include=include, exclude=exclude) for row in rows]}

    return export


async def erase_all(db: Any, features: Sequence[PersonalData], user_id: UUID, at: datetime) -> str | None:
    """Erase a user's data in all features. Returns what is kept, or None."""
    reasons = []
    for feature in features:
        if feature.erase:
            reason = await feature.erase(db, user_id, at)
            if reason:
                reasons.append(reason)
        for column in feature.deleted:
            await db.execute(delete(column.class_).where(column == user_id))
        for column in feature.cleared:
            await db.execute(update(column.class_).where(column == user_id).values({column: None}))
    return "; ".join(reasons) or None


async def export_all(db: Any, features: Sequence[PersonalData], user_id: UUID) -> dict[str, Any]:
    """Return a user's data from all features."""
    data: dict[str, Any] = {}
    for feature in features:
        if feature.export:
            data |= await feature.export(db, user_id)
    return data


def fit_lists(data: Mapping[str, Any], *, max_bytes: int = MAX_PART_BYTES) -> dict[str, Any]:
    """Shorten the lists of an export to `max_bytes` of JSON, taking entries of all lists in turn.

    `left_out` has the number of missing entries of each list. Other values are small and always included.
    """
    lists = {name: value for name, value in data.items() if isinstance(value, list)}
    kept_entries: dict[str, list[Any]] = {name: [] for name in lists}
    bytes_left = max_bytes
    growing_lists = list(lists)
    while growing_lists:
        for name in list(growing_lists):
            kept_count = len(kept_entries[name])
            # A list with one entry; empty at the end of the list.
            next_entry = lists[name][kept_count : kept_count + 1]
            size = len(to_json(next_entry))
            if not next_entry or size > bytes_left:
                growing_lists.remove(name)
            else:
                bytes_left -= size
                kept_entries[name] += next_entry
    missing_counts = {name: len(lists[name]) - len(kept_entries[name]) for name in lists}
    left_out_counts = {name: count for name, count in missing_counts.items() if count}
    fitted_data = {**data, **kept_entries}
    if left_out_counts:
        fitted_data["left_out"] = left_out_counts
    return fitted_data


def answer_requests(features: Sequence[PersonalData]) -> Handlers:
    """Build a service's event handlers for erasure and export. Each records its answer in the same transaction.

    Pending `before_commit` hooks of earlier events run first: the erasure or export would miss their rows otherwise.
    """
    on = Handlers()

    @on(UserErased)
    async def erase_user(event: UserErased, db: Any, context: EventContext) -> None:
        await db.run_before_commit()
        reason_to_keep = await erase_all(db, features, event.user_id, context.time)
        service = db.runtime.name
        done_event = UserErasedDone(
            user_id=event.user_id, erasure_id=event.erasure_id, service=service, kept=reason_to_keep
        )
        await outbox.record(db, done_event)

    @on(ExportRequested)
    async def export_user(event: ExportRequested, db: Any, context: EventContext) -> None:
        await db.run_before_commit()
        data = fit_lists(await export_all(db, features, event.user_id))
        service = db.runtime.name
        part = ExportPart(user_id=event.user_id, export_id=event.export_id, service=service, data=data)
        await outbox.record(db, part)

    return on
