"""Sends campaigns: a batch of users in each transaction, then a pause, so that other traffic is not delayed."""

import asyncio

from chassis import outbox
from chassis.app import Runtime
from contracts.notifications import CampaignSent
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.campaigns import queries
from notifications.campaigns.tables import Campaign
from notifications.channels import service as channels
from notifications.channels.service import Outgoing, Wording
from notifications.settings import Settings
from notifications.users.tables import UserCopy


async def step(runtime: Runtime) -> bool:
    """Notify the next users of the campaign that is due; true when there was one."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    async with runtime.database.transaction() as db:
        campaign = await queries.next_due(db, runtime.clock())
        if campaign is None:
            return False
        more = await _advance(db, campaign, runtime, settings.campaign_batch)
    if more:
        await asyncio.sleep(settings.campaign_pause_seconds)
    return True


async def _advance(db: AsyncSession, campaign: Campaign, runtime: Runtime, batch: int) -> bool:
    now = runtime.clock()
    if campaign.status == "scheduled":
        campaign.status, campaign.started_at = "sending", now
    found = await queries.next_members(db, campaign.audience, now, after=campaign.cursor, limit=batch)
    if found:
        await channels.deliver(db, found, outgoing(campaign))
        campaign.cursor, campaign.recipients = found[-1].id, campaign.recipients + len(found)
    if len(found) < batch:
        campaign.status, campaign.finished_at = "sent", now
        if campaign.created_by:
            await outbox.record(db, CampaignSent(campaign_id=campaign.id, recipients=campaign.recipients))
    db.add(campaign)
    return len(found) == batch


def outgoing(campaign: Campaign) -> Outgoing:
    """The campaign as one notification to many."""
    return Outgoing(
        source_id=campaign.source_id,
        type=campaign.type,
        data=campaign.data,
        channels=tuple(campaign.channels),
        happened_at=campaign.started_at or campaign.scheduled_at if campaign.created_by else campaign.happened_at,
        wording=lambda user: personalize(campaign.title, campaign.message, user),
        campaign_id=campaign.id if campaign.created_by else None,
        is_bulk=True,
        ignores_preferences=ignores_preferences(campaign.type),
        in_digest=campaign.in_digest,
    )


def ignores_preferences(kind: str) -> bool:
    """Whether a campaign of this type reaches users whatever they chose (api.md, section 9)."""
    return kind == "security"


def personalize(title: str, message: str, user: UserCopy) -> Wording:
    """The text for one user: {first_name} and {last_name} are replaced, other braces stay."""
    if "{" not in title and "{" not in message:
        return Wording(title, message)
    values = {"{first_name}": user.first_name, "{last_name}": user.last_name}
    for name, value in values.items():
        title, message = title.replace(name, value), message.replace(name, value)
    return Wording(title[:200], message[:2000])
