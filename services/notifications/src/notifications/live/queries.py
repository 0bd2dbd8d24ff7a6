from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import col

from notifications.live.tables import LiveLog
from notifications.runtime import Session


async def count_arrived(db: Session, *, since: datetime) -> int:
    """How many entries arrived since then. The log, not the inboxes: a deleted entry was sent all the same."""
    arrived = col(LiveLog.body).startswith('{"action":"new"')
    recent = select(func.count()).select_from(LiveLog).where(col(LiveLog.created_at) > since, arrived)
    return await db.scalar(recent) or 0
