"""Answers the requests of users to export or erase their personal data."""

from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from messaging import outbox
from messaging.events import EventContext, Handlers

from notifications.personal_data import service
from notifications.runtime import Session

on = Handlers()


@on(UserErased)
async def erase(event: UserErased, db: Session, context: EventContext) -> None:
    await service.erase(db, event.user_id, at=context.time)
    done = UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service="notifications")
    await outbox.record(db, done)


@on(ExportRequested)
async def export(event: ExportRequested, db: Session, context: EventContext) -> None:
    data = await service.export(db, event.user_id)
    part = ExportPart(user_id=event.user_id, export_id=event.export_id, service="notifications", data=data)
    await outbox.record(db, part)
