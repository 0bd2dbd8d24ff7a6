"""A fact that concerns everybody is sent like a campaign: in steps, so that nothing else has to wait."""

from typing import Any

from chassis.database import advisory_lock, after_commit, runtime_of
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.campaigns.tables import Campaign
from notifications.channels.service import Outgoing, Wording


async def plan(
    db: AsyncSession, outgoing: Outgoing, wording: Wording, audience: dict[str, Any], *, status: str = "scheduled"
) -> None:
    """Have this told to the audience, beginning at once; with status `waiting` once it is released."""
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
        status=status,
    )
    row = insert(Campaign).values(campaign.model_dump())
    await db.execute(row.on_conflict_do_nothing(index_elements=[col(Campaign.source_id)]))
    after_commit(db, runtime.state["campaigns"].notify)


async def hold(db: AsyncSession) -> None:
    """Until the commit nobody else lets a message wait or releases one, so that none waits for ever."""
    await advisory_lock(db, "campaigns.waiting")


async def release(db: AsyncSession) -> None:
    """Those for whom messages waited are there: send them."""
    runtime = runtime_of(db)
    waiting = update(Campaign).where(col(Campaign.status) == "waiting")
    await db.execute(waiting.values(status="scheduled", scheduled_at=runtime.clock()))
    after_commit(db, runtime.state["campaigns"].notify)
