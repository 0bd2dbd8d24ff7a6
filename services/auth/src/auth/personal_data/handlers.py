from chassis.events import EventContext, Handlers
from contracts.auth import ExportPart, UserErasedDone
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from auth.personal_data import erasure
from auth.personal_data.tables import DataExport, DataExportPart

on = Handlers()


@on(ExportPart)
async def collect(event: ExportPart, db: AsyncSession, context: EventContext) -> None:
    """Keep a service's part until the person fetches the whole; a part nobody waits for any more is dropped."""
    export = await db.get(DataExport, event.export_id)
    if export is None or export.account_id != event.user_id:
        return
    part = insert(DataExportPart).values(export_id=export.id, service=event.service, data=event.data)
    await db.execute(part.on_conflict_do_nothing())


@on(UserErasedDone)
async def note_answer(event: UserErasedDone, db: AsyncSession, context: EventContext) -> None:
    """A service has forgotten the person."""
    await erasure.answered(db, event)
