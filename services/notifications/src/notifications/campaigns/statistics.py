"""Statistics of the whole service at one moment."""

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlmodel import col

from notifications.campaigns import queries
from notifications.campaigns.schemas import ChannelTraffic, StatsAnswer
from notifications.channels import queries as deliveries
from notifications.live import presence
from notifications.live.tables import LiveLog
from notifications.preferences.policy import Channel
from notifications.runtime import Session

HOUR = timedelta(hours=1)


async def now(db: Session, moment: datetime) -> StatsAnswer:
    """Live connections over all replicas, the last hour's traffic, and what waits in the queues."""
    live = await presence.count_open(db)
    # The log, not the inboxes: an entry that its user deleted was sent all the same.
    arrived = col(LiveLog.body).startswith('{"action":"new"')
    recent = select(func.count()).select_from(LiveLog).where(col(LiveLog.created_at) > moment - HOUR, arrived)
    traffic: dict[Channel, ChannelTraffic] = {
        "in_app": ChannelTraffic(sent=await db.scalar(recent) or 0, failed=0, backlog=0)
    }
    queued = await deliveries.traffic(db, since=moment - HOUR)
    for channel in ("email", "push"):
        sent, failed, backlog = queued.get(channel, (0, 0, 0))
        traffic[channel] = ChannelTraffic(sent=sent, failed=failed, backlog=backlog)
    return StatsAnswer(
        live_connections=live["streams"],
        people_online=live["users"],
        replicas=live["replicas"],
        sent_per_hour=sum(one.sent for one in traffic.values()),
        backlog=sum(one.backlog for one in traffic.values()),
        campaigns_in_progress=await queries.in_progress(db, moment),
        channels=traffic,
    )
