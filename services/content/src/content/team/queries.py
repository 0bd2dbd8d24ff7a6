"""The list of the team for its editors."""

from collections.abc import Sequence

from chassis.paging import ordering
from persistence.search import contains_text
from sqlalchemy import func, select
from sqlmodel import col

from content.runtime import Session
from content.team.schemas import (
    TeamAdminQuery,
)
from content.team.tables import MEMBER_SEARCH, TeamMember


async def list_for_admin(db: Session, query: TeamAdminQuery) -> tuple[Sequence[TeamMember], int]:
    """A page of the team for its editor."""
    filters = [contains_text(MEMBER_SEARCH, query.search)] if query.search else []
    ordered = select(TeamMember).where(*filters).order_by(ordering(TeamMember, query.sort), col(TeamMember.id))
    rows = (await db.scalars(ordered.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(TeamMember).where(*filters)) or 0
