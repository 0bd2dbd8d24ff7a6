from chassis.database.tables import new_id
from fastapi import APIRouter

from status.audit.service import Operator, record_audit
from status.history import service
from status.history.schemas import History, HistoryExport, ImportAnswer
from status.runtime import Db, ReadDb

router = APIRouter(prefix="/api/status/admin/history", tags=["incidents"])


@router.get("")
async def export_status_history(_: Operator, db: ReadDb) -> HistoryExport:
    """Export the newest 1,000 resolved incidents and the newest 1,000 completed maintenance windows as one document."""
    return await service.export_history(db)


@router.post("")
async def import_status_history(body: History, caller: Operator, db: Db) -> ImportAnswer:
    """Add the rows of an exported document that are not there yet; nobody is notified."""
    answer = await service.import_history(db, body)
    # An import is no record with an id, so its audit entry gets a new one.
    record_audit(db, "history.imported", new_id(), caller=caller)
    return answer
