"""Statistics of the whole service at one moment."""

from datetime import datetime, timedelta

from notifications.campaigns import queries
from notifications.campaigns.schemas import ChannelTraffic, StatsAnswer
from notifications.channels import queries as deliveries
from notifications.live.queries import count_arrived, count_open
from notifications.preferences.policy import Channel
from notifications.runtime import Session

HOUR = timedelta(hours=1)


async def now(db: Session, moment: datetime) -> StatsAnswer:
    """Live connections over all replicas, the last hour's traffic, and what waits in the queues."""
    live = await count_open(db)
    traffic: dict[Channel, ChannelTraffic] = {
        "in_app": ChannelTraffic(sent=await count_arrived(db, since=moment - HOUR), failed=0, backlog=0)
    }
    queued = await deliveries.traffic(db, since=moment - HOUR)
    for channel in ("email", "push"):
        sent, failed, backlog = queued.get(channel, (0, 0, 0))
        traffic[channel] = ChannelTraffic(sent=sent, failed=failed, backlog=backlog)
    return StatsAnswer(
        live_connections=live.streams,
        people_online=live.users,
        replicas=live.replicas,
        sent_per_hour=sum(one.sent for one in traffic.values()),
        backlog=sum(one.backlog for one in traffic.values()),
        campaigns_in_progress=await queries.in_progress(db, moment),
        channels=traffic,
    )
