"""Sends campaigns: a batch of users in each transaction, then a pause, so that other traffic is not delayed."""

import asyncio
from datetime import datetime, timedelta

import structlog
from chassis.events import outbox
from chassis.events.outages import is_outage
from contracts.notifications import CampaignSent
from prometheus_client import Counter

from notifications.campaigns import queries
from notifications.campaigns.tables import Campaign
from notifications.channels import service as channels
from notifications.channels.service import OutgoingNotification, Wording
from notifications.rules.texts import MAX_MESSAGE_LENGTH, MAX_TITLE_LENGTH
from notifications.runtime import NotificationsRuntime, Session
from notifications.settings import Settings
from notifications.users.tables import Recipient

log = structlog.get_logger()
# The names that an administrator may write in braces.
VARIABLES = ("first_name", "last_name")

FAILED_ATTEMPTS = Counter("campaign_failures_total", "Failed attempts to send a campaign, by result", ["result"])


async def step(runtime: NotificationsRuntime) -> bool:
    """Notify the next users of the campaign that is due. Returns True if there was one."""
    settings = runtime.settings
    async with runtime.database.transaction() as db:
        campaign = await queries.lock_next_due_campaign(db, runtime.now())
        if campaign is None:
            return False
        try:
            async with db.begin_nested():
                has_more = await _advance(db, campaign, runtime, settings.campaign_batch)
        except Exception as error:
            if is_outage(error):
                raise
            await db.refresh(campaign)
            _retry_later(db, campaign, error, settings, runtime.now())
            return True
    if has_more:
        await asyncio.sleep(settings.campaign_pause_seconds)
    return True


def _retry_later(db: Session, campaign: Campaign, error: Exception, settings: Settings, now: datetime) -> None:
    """Count the failed attempt of a campaign. After the last attempt it is cancelled and keeps the error."""
    log.error("campaign_failed", campaign_id=campaign.id, exc_info=error)
    campaign.attempts = campaign.attempts + 1
    campaign.error = type(error).__name__
    retry_at = settings.retry_at(campaign.attempts, now)
    if retry_at:
        campaign.retry_at = retry_at
    else:
        campaign.status = "cancelled"
        campaign.finished_at = now
    FAILED_ATTEMPTS.labels("retried" if retry_at else "failed").inc()
    db.add(campaign)


async def _advance(db: Session, campaign: Campaign, runtime: NotificationsRuntime, batch_size: int) -> bool:
    """Notify the next `batch_size` users. Returns True if there may be more. Otherwise marks the campaign as sent."""
    now = runtime.now()
    if campaign.status == "scheduled":
        campaign.status = "sending"
        campaign.started_at = now
    members = await queries.list_next_members(db, campaign.audience, now, after=campaign.cursor, limit=batch_size)
    if members:
        await channels.deliver(db, members, build_notification(campaign))
        # Progress resets the count of attempts.
        campaign.attempts = 0
        campaign.retry_at = None
        campaign.cursor = members[-1].id
        campaign.recipients = campaign.recipients + len(members)
    if len(members) < batch_size:
        campaign.status = "sent"
        campaign.finished_at = now
        if campaign.created_by:
            undo_time = timedelta(seconds=runtime.settings.campaign_undo_seconds)
            was_scheduled = campaign.scheduled_at > campaign.created_at + undo_time
            event = CampaignSent(
                campaign_id=campaign.id,
                recipients=campaign.recipients,
                title=campaign.title,
                was_scheduled=was_scheduled,
            )
            await outbox.record(db, event)
    db.add(campaign)
    return len(members) == batch_size


def build_notification(campaign: Campaign) -> OutgoingNotification:
    """Build the notification of a campaign. A campaign without an author comes from an event and has its time."""
    happened_at = campaign.happened_at
    if campaign.created_by:
        happened_at = campaign.started_at or campaign.scheduled_at
    return OutgoingNotification(
        source_id=campaign.source_id,
        type=campaign.type,
        data=campaign.data,
        channels=tuple(campaign.channels),
        happened_at=happened_at,
        wording=lambda user: personalize(campaign.title, campaign.message, user),
        campaign_id=campaign.id if campaign.created_by else None,
        is_bulk=True,
        ignores_preferences=ignores_preferences(campaign.type),
        in_digest=campaign.in_digest,
    )


def ignores_preferences(kind: str) -> bool:
    """Return True if a campaign of this type reaches users whatever they chose (API contract, section 9)."""
    return kind == "security"


def personalize(title: str, message: str, user: Recipient) -> Wording:
    """Fill in `VARIABLES` for one user, and cut both texts to the length that the inbox stores.

    Braces in a value of an event stay as they are.
    """
    if "{" not in title and "{" not in message:
        return Wording(title, message)
    for name in VARIABLES:
        value = getattr(user, name)
        title = title.replace(f"{{{name}}}", value)
        message = message.replace(f"{{{name}}}", value)
    return Wording(title[:MAX_TITLE_LENGTH], message[:MAX_MESSAGE_LENGTH])
