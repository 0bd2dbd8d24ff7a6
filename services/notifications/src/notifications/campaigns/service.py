"""Campaigns of administrators, their figures, and notifications for an audience, which are sent like campaigns."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.database.tables import new_id
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, raises, require_found
from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.audit.service import record_audit
from notifications.campaigns import queries
from notifications.campaigns.audiences import SEGMENTS
from notifications.campaigns.errors import CampaignIsOver, IdempotencyKeyReused, NoSuchCampaign
from notifications.campaigns.schemas import (
    AudiencePreview,
    AudienceRequest,
    CampaignPage,
    CampaignQuery,
    CampaignRead,
    CampaignSend,
    ChannelTraffic,
    Figures,
    MessageSend,
    SegmentRead,
    StatsAnswer,
)
from notifications.campaigns.sending import VARIABLES, ignores_preferences, personalize
from notifications.campaigns.tables import Campaign
from notifications.channels import queries as deliveries
from notifications.channels import service as channels
from notifications.channels.service import OutgoingNotification, Wording
from notifications.inbox import queries as inbox
from notifications.inbox.schemas import NotificationRead
from notifications.live import queries as live
from notifications.preferences.policy import Channel
from notifications.rules.texts import refuse_wrong_variables
from notifications.runtime import Session
from notifications.users import queries as users

SAMPLE_SIZE = 5
HOUR = timedelta(hours=1)
# A request that repeats an idempotency key must have the same values of these fields.
COMPARED_FIELDS = {"audience", "type", "title", "message", "data", "channels"}


@raises(IdempotencyKeyReused, Invalid)
async def send(db: Session, body: CampaignSend, *, author: Principal) -> CampaignRead:
    """Create a campaign. A repeated idempotency key returns the first campaign."""
    _refuse_wrong_texts(body)
    now = db.now()
    id = new_id()
    campaign = Campaign(
        **body.model_dump(include={"type", "title", "message", "idempotency_key"}),
        id=id,
        source_id=id,
        audience=body.audience.model_dump(mode="json", exclude_none=True),
        data=body.data or {},
        channels=list(dict.fromkeys(body.channels)),
        created_by=author.id,
        created_at=now,
        happened_at=now,
        scheduled_at=body.scheduled_at or now + timedelta(seconds=db.runtime.settings.campaign_undo_seconds),
    )
    if not await _insert(db, campaign):
        assert body.idempotency_key is not None
        stored_campaign = await queries.find_by_key(db, body.idempotency_key, author=author.id)
        if stored_campaign is None or not _has_same_content(stored_campaign, campaign):
            raise IdempotencyKeyReused
        return await _build_read(db, stored_campaign)
    details = campaign.model_dump(mode="json", include={"title", "type", "audience", "channels", "scheduled_at"})
    record_audit(db, "campaign.send", id, caller=author, changes=details)
    return await _build_read(db, campaign)


def _has_same_content(stored_campaign: Campaign, campaign: Campaign) -> bool:
    return stored_campaign.model_dump(include=COMPARED_FIELDS) == campaign.model_dump(include=COMPARED_FIELDS)


def _refuse_wrong_texts(body: MessageSend) -> None:
    refuse_wrong_variables({"title": body.title, "message": body.message}, VARIABLES)


async def _insert(db: Session, campaign: Campaign) -> bool:
    """Store a campaign and wake the worker that sends campaigns. Returns False if the campaign exists already."""
    row = insert(Campaign).values(campaign.model_dump()).on_conflict_do_nothing().returning(col(Campaign.id))
    db.after_commit(db.runtime.notify, "campaigns")
    return await db.scalar(row) is not None


@raises(NoSuchCampaign, CampaignIsOver)
async def cancel(db: Session, id: UUID, *, caller: Principal) -> CampaignRead:
    """Cancel a scheduled campaign or stop one being sent."""
    campaign = await _get(db, id, lock=True)
    if campaign.status not in {"scheduled", "sending"}:
        raise CampaignIsOver
    campaign.status = "cancelled"
    campaign.finished_at = db.now()
    # The administrator has cancelled it, not the failure of an earlier attempt.
    campaign.error = None
    db.add(campaign)
    await deliveries.cancel_campaign_deliveries(db, campaign.id)
    record_audit(db, "campaign.cancel", id, caller=caller, changes={"title": campaign.title})
    await db.flush()
    return await _build_read(db, campaign)


async def list_campaigns(db: Session, query: CampaignQuery) -> CampaignPage:
    campaigns, total = await queries.list_page(db, query)
    return CampaignPage(campaigns=await _build_reads(db, campaigns), total=total)


@raises(NoSuchCampaign)
async def get_campaign(db: Session, id: UUID) -> CampaignRead:
    """Return one campaign with its figures."""
    return await _build_read(db, await _get(db, id))


async def _get(db: Session, id: UUID, *, lock: bool = False) -> Campaign:
    return require_found(await queries.find_by_id(db, id, lock=lock), error=NoSuchCampaign)


async def _build_read(db: Session, campaign: Campaign) -> CampaignRead:
    [campaign_read] = await _build_reads(db, [campaign])
    return campaign_read


async def _build_reads(db: Session, campaigns: Sequence[Campaign]) -> list[CampaignRead]:
    figures = await queries.count_deliveries(db, [campaign.id for campaign in campaigns])
    return [_serialize_campaign(campaign, figures[campaign.id]) for campaign in campaigns]


def _serialize_campaign(campaign: Campaign, figures: dict[str, Figures]) -> CampaignRead:
    stats = {channel: figures.get(channel, Figures()) for channel in campaign.channels}
    sums = {
        "delivered": sum(channel_stats.delivered for channel_stats in stats.values()),
        "read": sum(channel_stats.read for channel_stats in stats.values()),
        "failed": sum(channel_stats.failed for channel_stats in stats.values()),
    }
    has_failed = campaign.status == "cancelled" and campaign.error is not None
    return CampaignRead.model_validate(campaign.model_dump() | sums | {"stats": stats, "has_failed": has_failed})


async def preview(db: Session, body: AudienceRequest) -> AudiencePreview:
    """Count the users whom a campaign would reach, by channel, and name a few of them."""
    audience = body.audience.model_dump(mode="json", exclude_none=True)
    now = db.now()
    reached_by_channel = {
        channel: await queries.count_reached_users(db, audience, now, kind=body.type, channel=channel)
        for channel in body.channels
    }
    first_members = await queries.list_next_members(db, audience, now, after=None, limit=SAMPLE_SIZE)
    return AudiencePreview(
        recipients=await queries.count_audience(db, audience, now),
        channels=reached_by_channel,
        sample=[f"{user.first_name} {user.last_name}".strip() for user in first_members],
    )


@raises(Invalid)
async def send_to_self(db: Session, body: MessageSend, *, author: Principal) -> NotificationRead | None:
    """Send a message to its author alone, exactly as a campaign would."""
    _refuse_wrong_texts(body)
    now = db.now()
    known_users = await users.get_users(db, [author.id])
    user = known_users[0] if known_users else users.build_unknown_user(author.id, now)
    notification = OutgoingNotification(
        source_id=new_id(),
        type=body.type,
        data=body.data or {},
        channels=tuple(dict.fromkeys(body.channels)),
        happened_at=now,
        wording=lambda reader: personalize(body.title, body.message, reader),
        ignores_preferences=ignores_preferences(body.type),
    )
    await channels.deliver(db, [user], notification)
    entry = await inbox.get_by_source(db, notification.source_id, user_id=author.id)
    return NotificationRead.of(entry) if entry else None


async def list_segments(db: Session) -> list[SegmentRead]:
    """List the named groups with their current numbers of users."""
    now = db.now()
    return [
        SegmentRead(key=key, title=segment.title, recipients=await queries.count_audience(db, {"segment": key}, now))
        for key, segment in SEGMENTS.items()
    ]


async def get_statistics(db: Session) -> StatsAnswer:
    """Return live connections over all replicas, the last hour's traffic and the lengths of the queues."""
    now = db.now()
    arrived_count = await live.count_arrived_notifications(db, since=now - HOUR)
    traffic: dict[Channel, ChannelTraffic] = {"in_app": ChannelTraffic(sent=arrived_count, failed=0, backlog=0)}
    counts_by_channel = await deliveries.count_traffic(db, since=now - HOUR)
    queued_channels: tuple[Channel, ...] = ("email", "push")
    if db.runtime.settings.has_telegram:
        queued_channels = (*queued_channels, "telegram")
    for channel in queued_channels:
        counts = counts_by_channel.get(channel, deliveries.DeliveryCounts(sent=0, failed=0, queued=0))
        traffic[channel] = ChannelTraffic(sent=counts.sent, failed=counts.failed, backlog=counts.queued)
    return StatsAnswer(
        **await live.count_open_streams(db),
        sent_per_hour=sum(channel_traffic.sent for channel_traffic in traffic.values()),
        backlog=sum(channel_traffic.backlog for channel_traffic in traffic.values()),
        campaigns_in_progress=await queries.count_in_progress(db, now),
        channels=traffic,
    )


async def schedule(
    db: Session, notification: OutgoingNotification, wording: Wording, audience: dict[str, Any], *, status: str
) -> None:
    """Schedule a notification for an audience: at once, or with status `waiting`.

    A waiting notification is sent after `release_waiting_notifications`.
    """
    now = db.now()
    campaign = Campaign(
        source_id=notification.source_id,
        audience=audience,
        type=notification.type,
        title=wording.title,
        message=wording.message,
        data=notification.data,
        channels=list(notification.channels),
        in_digest=notification.in_digest,
        created_at=now,
        happened_at=notification.happened_at,
        scheduled_at=now,
        status=status,
    )
    await _insert(db, campaign)


async def lock_waiting_notifications(db: Session) -> None:
    """Lock the waiting notifications until the commit, so that none is added while others are released."""
    await take_advisory_locks(db, "campaigns.waiting")


async def release_waiting_notifications(db: Session) -> None:
    """Schedule the notifications that waited for the first administrator."""
    waiting_notifications = update(Campaign).where(col(Campaign.status) == "waiting")
    await db.execute(waiting_notifications.values(status="scheduled", scheduled_at=db.now()))
    db.after_commit(db.runtime.notify, "campaigns")
