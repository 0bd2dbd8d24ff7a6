"""A notification for everybody is sent like a campaign: in batches, so that nothing else waits for it."""

from typing import Any

from chassis.database import runtime_of
from persistence.session import advisory_lock, after_commit
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.campaigns.tables import Campaign
from notifications.channels.service import Outgoing, Wording


async def plan(
    db: AsyncSession, outgoing: Outgoing, wording: Wording, audience: dict[str, Any], *, status: str = "scheduled"
) -> None:
    """Schedule a notification for an audience: at once, or with status `waiting` until `release` is called."""
    runtime = runtime_of(db)
    now = runtime.now()
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


async def lock_waiting(db: AsyncSession) -> None:
    """Hold, until the commit, the lock for waiting broadcasts, so that none is added while others are released."""
    await advisory_lock(db, "campaigns.waiting")


async def release(db: AsyncSession) -> None:
    """Send the broadcasts that waited for their first recipient."""
    runtime = runtime_of(db)
    waiting = update(Campaign).where(col(Campaign.status) == "waiting")
    await db.execute(waiting.values(status="scheduled", scheduled_at=runtime.now()))
    after_commit(db, runtime.state["campaigns"].notify)
