"""A fact that concerns everybody is sent like a campaign: in steps, so that nothing else has to wait."""

from typing import Any

from chassis.database import after_commit, runtime_of
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.campaigns.tables import Campaign
from notifications.channels.service import Outgoing, Wording


async def plan(db: AsyncSession, outgoing: Outgoing, wording: Wording, audience: dict[str, Any]) -> None:
    """Have this told to the audience, beginning at once."""
    runtime = runtime_of(db)
    now = runtime.clock()
    campaign = Campaign(
        source_id=outgoing.source_id,
        audience=audience,
        type=outgoing.type,
        title=wording.title,
        message=wording.message,
        data=outgoing.data,
        channels=list(outgoing.channels),
        in_digest=outgoing.in_digest,
        created_at=now,
        happened_at=outgoing.happened_at,
        scheduled_at=now,
    )
    row = insert(Campaign).values(campaign.model_dump())
    await db.execute(row.on_conflict_do_nothing(index_elements=[col(Campaign.source_id)]))
    after_commit(db, runtime.state["campaigns"].wake)
