"""A notification for everybody is sent like a campaign: in batches, so that nothing else waits for it."""

from typing import Any

from persistence.session import advisory_lock
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.campaigns.tables import Campaign
from notifications.channels.service import Outgoing, Wording
from notifications.runtime import Session


async def plan(
    db: Session, outgoing: Outgoing, wording: Wording, audience: dict[str, Any], *, status: str = "scheduled"
) -> None:
    """Schedule a notification for an audience: at once, or with status `waiting` until `release` is called."""
    runtime = db.runtime
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
    db.after_commit(runtime.notify, "campaigns")


async def lock_waiting(db: Session) -> None:
    """Hold, until the commit, the lock for waiting broadcasts, so that none is added while others are released."""
    await advisory_lock(db, "campaigns.waiting")


async def release(db: Session) -> None:
    """Send the broadcasts that waited for their first recipient."""
    runtime = db.runtime
    waiting = update(Campaign).where(col(Campaign.status) == "waiting")
    await db.execute(waiting.values(status="scheduled", scheduled_at=runtime.now()))
    db.after_commit(runtime.notify, "campaigns")
