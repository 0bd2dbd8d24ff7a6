"""SELECTs of the browsers' error log."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.database.search import contains_text
from chassis.features.lists import PageQuery, build_order_by, fetch_page
from sqlalchemy import Select, func, select
from sqlmodel import col

from status.client_logs.schemas import Level
from status.client_logs.tables import LOG_TEXT, LogEntry, LogGroup
from status.runtime import Session


async def list_groups(
    db: Session, page: PageQuery, *, level: Level | None, search: str, sort: str
) -> tuple[Sequence[LogGroup], int]:
    """Return one page of groups with the total. The search matches beginnings of messages."""
    matching_groups = select(LogGroup)
    if level:
        matching_groups = matching_groups.where(col(LogGroup.level) == level)
    if search:
        matching_groups = matching_groups.where(contains_text(LOG_TEXT, search))
    return await fetch_page(
        db, matching_groups.order_by(build_order_by(LogGroup, sort), col(LogGroup.fingerprint)), page
    )


async def list_entries(db: Session, page: PageQuery, fingerprint: str) -> tuple[Sequence[LogEntry], int]:
    """Return one page of the lines of a group, newest first, with the total."""
    matching_lines = select(LogEntry).where(col(LogEntry.fingerprint) == fingerprint)
    return await fetch_page(db, matching_lines.order_by(col(LogEntry.id).desc()), page)


def select_beyond_newest(per_group: int) -> Select[UUID]:
    """Select the ids of the lines beyond the newest `per_group` of each group."""
    row_number = func.row_number().over(partition_by=col(LogEntry.fingerprint), order_by=col(LogEntry.id).desc())
    ranked_lines = select(col(LogEntry.id), row_number.label("rank")).subquery()
    return select(ranked_lines.c.id).where(ranked_lines.c.rank > per_group)


async def find_time_of_newest(db: Session, rank: int) -> datetime | None:
    """Return the time of the n-th newest line (1 is the newest), or None if there are fewer."""
    times = select(col(LogEntry.created_at)).order_by(col(LogEntry.created_at).desc())
    return await db.scalar(times.offset(rank - 1).limit(1))


async def list_lines_of_user(db: Session, user_id: UUID, *, limit: int) -> Sequence[LogEntry]:
    """Return the newest lines of a user's browsers."""
    statement = select(LogEntry).where(col(LogEntry.user_id) == str(user_id)).order_by(col(LogEntry.id).desc())
    return (await db.scalars(statement.limit(limit))).all()
