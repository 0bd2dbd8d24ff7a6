"""How a service takes part in the erasure and the export of a user's personal data: it does its part and answers."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from messaging import outbox
from messaging.events import EventContext, Handlers

# Erases the part of a user at the time of the event; returns what the law makes the service keep, if anything.
Erase = Callable[[Any, UUID, EventContext], Awaitable[str | None]]
# The user's data as JSON, cut by `contracts.export_payload.fit_lists` to what one message holds.
Export = Callable[[Any, UUID], Awaitable[dict[str, Any]]]


def answer_requests(*, erase: Erase, export: Export) -> Handlers:
    """The two handlers of a service; each answers in the transaction of its work."""
    on = Handlers()

    @on(UserErased)
    async def erase_user(event: UserErased, db: Any, context: EventContext) -> None:
        kept = await erase(db, event.user_id, context)
        service = db.runtime.name
        done = UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service=service, kept=kept)
        await outbox.record(db, done)

    @on(ExportRequested)
    async def export_user(event: ExportRequested, db: Any, context: EventContext) -> None:
        data, service = await export(db, event.user_id), db.runtime.name
        part = ExportPart(user_id=event.user_id, export_id=event.export_id, service=service, data=data)
        await outbox.record(db, part)

    return on
