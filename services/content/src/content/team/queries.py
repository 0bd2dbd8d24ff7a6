from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Row, select
from sqlmodel import col

from content.runtime import Session
from content.team.tables import Presence, TeamMember


async def list_with_presence(db: Session) -> Sequence[Row[TeamMember, datetime | None]]:
    """Return at most 200 published members in their order, each with the time of the last activity."""
    statement = (
        select(TeamMember, col(Presence.seen_at))
        .join(Presence, col(Presence.user_id) == TeamMember.user_id, isouter=True)
        .where(col(TeamMember.status) == "published")
        .order_by(col(TeamMember.sort_order), col(TeamMember.id))
        .limit(200)
    )
    return (await db.execute(statement)).all()


async def is_member(db: Session, user_id: UUID) -> bool:
    return await db.scalar(select(col(TeamMember.id)).where(col(TeamMember.user_id) == user_id)) is not None
