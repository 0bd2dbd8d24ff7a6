from chassis.events.registry import EventContext, Handlers
from contracts.auth import ExportPart, UserErasedDone
from sqlalchemy.dialects.postgresql import insert

from auth.profile import erasure
from auth.profile.tables import DataExport, DataExportPart
from auth.runtime import Session

on = Handlers()


@on(ExportPart)
async def store_part(event: ExportPart, db: Session, context: EventContext) -> None:
    """Store a service's part until the user fetches the export. Parts of unknown exports are ignored."""
    export = await db.get(DataExport, event.export_id)
    if export is None or export.account_id != event.user_id:
        return
    part = insert(DataExportPart).values(export_id=export.id, service=event.service, data=event.data)
    await db.execute(part.on_conflict_do_nothing())


@on(UserErasedDone)
async def record_erasure(event: UserErasedDone, db: Session, context: EventContext) -> None:
    """Record that a service has erased the user's data."""
    await erasure.record_answer(db, event)
