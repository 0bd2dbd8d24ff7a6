"""The part of status in a data export and an erasure: the log lines that a user's browser sent.

Subscriptions belong to no account: every email to them can end them with one click."""

from chassis import outbox
from chassis.events import EventContext, Handlers
from chassis.export_payload import fit_lists
from contracts.auth import ExportPart, ExportRequested, UserErased, UserErasedDone
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from status.client_logs.tables import LogEntry

on = Handlers()
MAX_EXPORTED_LINES = 1000


@on(UserErased)
async def erase_user(event: UserErased, db: AsyncSession, context: EventContext) -> None:
    await db.execute(delete(LogEntry).where(col(LogEntry.user_id) == str(event.user_id)))
    await outbox.record(db, UserErasedDone(user_id=event.user_id, erasure_id=event.erasure_id, service="status"))


@on(ExportRequested)
async def export_user(event: ExportRequested, db: AsyncSession, context: EventContext) -> None:
    own_lines = select(LogEntry).where(col(LogEntry.user_id) == str(event.user_id)).order_by(col(LogEntry.id).desc())
    rows = await db.scalars(own_lines.limit(MAX_EXPORTED_LINES))
    lines = [
        {"at": row.created_at.isoformat(), "level": row.level, "context": row.context, "message": row.message}
        for row in rows
    ]
    data = fit_lists({"browser_log": lines})
    await outbox.record(db, ExportPart(user_id=event.user_id, export_id=event.export_id, service="status", data=data))
