from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import PersonalData
from sqlalchemy import delete
from sqlmodel import col

from status.client_logs.queries import list_lines_of_user
from status.client_logs.tables import LogEntry
from status.runtime import Session

MAX_EXPORTED_LINES = 1000


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    """Delete the lines of the user's browsers. The column is text, not a UUID."""
    await db.execute(delete(LogEntry).where(col(LogEntry.user_id) == str(user_id)))


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    rows = await list_lines_of_user(db, user_id, limit=MAX_EXPORTED_LINES)
    lines = [
        {"at": row.created_at.isoformat(), "level": row.level, "context": row.context, "message": row.message}
        for row in rows
    ]
    return {"browser_log": lines}


PERSONAL_DATA = PersonalData(handled=(LogEntry.user_id,), erase=_erase, export=_export)
