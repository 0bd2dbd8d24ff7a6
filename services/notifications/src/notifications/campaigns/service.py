"""What an administrator does with campaigns."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from chassis.auth import Principal
from chassis.database import after_commit, runtime_of
from chassis.tables import new_id
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.campaigns import queries
from notifications.campaigns.audiences import SEGMENTS
from notifications.campaigns.errors import CampaignIsOver, KeyReused, NoSuchCampaign
from notifications.campaigns.schemas import (
    AudienceAsk,
    AudiencePreview,
    CampaignPage,
    CampaignQuery,
    CampaignRead,
    CampaignSend,
    Figures,
    MessageSend,
    SegmentRead,
)
from notifications.campaigns.sending import addressed
from notifications.campaigns.tables import Campaign
from notifications.channels import queries as deliveries
from notifications.channels import service as channels
from notifications.channels.service import Outgoing
from notifications.inbox import queries as inbox
from notifications.inbox.schemas import NotificationRead
from notifications.people import queries as people
from notifications.settings import Settings

SAMPLE = 5


async def send(db: AsyncSession, asked: CampaignSend, *, author: Principal) -> CampaignRead:
    """Take a campaign on. The same key again gives the campaign it first made. Raises KeyReused."""
    runtime = runtime_of(db)
    settings, now = runtime.settings, runtime.clock()
    assert isinstance(settings, Settings)
    id = new_id()
    campaign = Campaign(
        id=id,
        source_id=id,
        audience=asked.audience.model_dump(mode="json", exclude_none=True),
        type=asked.type,
        title=asked.title,
        message=asked.message,
        data=asked.data or {},
        channels=list(dict.fromkeys(asked.channels)),
        idempotency_key=asked.idempotency_key,
        created_by=author.id,
        created_at=now,
        happened_at=now,
        scheduled_at=asked.scheduled_at or now + timedelta(seconds=settings.campaign_undo_seconds),
    )
    row = insert(Campaign).values(campaign.model_dump()).on_conflict_do_nothing().returning(col(Campaign.id))
    if await db.scalar(row) is None:
        assert asked.idempotency_key is not None
        first = await queries.by_key(db, asked.idempotency_key, author=author.id)
        if first is None or not _same(first, campaign):
            raise KeyReused
        return (await _read(db, [first]))[0]
    after_commit(db, runtime.state["campaigns"].notify)
    return (await _read(db, [campaign]))[0]


def _same(first: Campaign, second: Campaign) -> bool:
    return all(
        getattr(first, name) == getattr(second, name)
        for name in ("audience", "type", "title", "message", "data", "channels")
    )


async def cancel(db: AsyncSession, id: UUID) -> CampaignRead:
    """Stop a campaign before it begins, or where it stands. Raises NoSuchCampaign, CampaignIsOver."""
    campaign = await queries.one(db, id, held=True)
    if campaign is None:
        raise NoSuchCampaign
    if campaign.status not in {"scheduled", "sending"}:
        raise CampaignIsOver
    campaign.status, campaign.finished_at = "cancelled", runtime_of(db).clock()
    db.add(campaign)
    await deliveries.withdraw(db, campaign.id)
    await db.flush()
    return (await _read(db, [campaign]))[0]


async def listed(db: AsyncSession, asked: CampaignQuery) -> CampaignPage:
    """A page of campaigns with their figures."""
    rows, total = await queries.page(db, asked)
    return CampaignPage(campaigns=await _read(db, rows), total=total)


async def one(db: AsyncSession, id: UUID) -> CampaignRead:
    """One campaign with its figures. Raises NoSuchCampaign."""
    campaign = await queries.one(db, id)
    if campaign is None:
        raise NoSuchCampaign
    return (await _read(db, [campaign]))[0]


async def _read(db: AsyncSession, rows: Sequence[Campaign]) -> list[CampaignRead]:
    found = await queries.figures(db, [row.id for row in rows])
    return [_with_figures(row, found[row.id]) for row in rows]


def _with_figures(row: Campaign, figures: dict[str, Figures]) -> CampaignRead:
    stats = {channel: figures.get(channel, Figures()) for channel in row.channels}
    sums = {name: sum(getattr(one, name) for one in stats.values()) for name in ("delivered", "read", "failed")}
    return CampaignRead.model_validate(row.model_dump() | sums | {"stats": stats})


async def preview(db: AsyncSession, asked: AudienceAsk, now: datetime) -> AudiencePreview:
    """How many people a campaign would reach, by channel, and the names of a few of them."""
    audience = asked.audience.model_dump(mode="json", exclude_none=True)
    willing = {
        channel: await queries.willing(db, audience, now, kind=asked.type, channel=channel)
        for channel in asked.channels
    }
    first = await queries.next_members(db, audience, now, after=None, limit=SAMPLE)
    return AudiencePreview(
        recipients=await queries.audience_size(db, audience, now),
        channels=willing,
        sample=[f"{person.first_name} {person.last_name}".strip() for person in first],
    )


async def send_to_self(db: AsyncSession, asked: MessageSend, *, author: Principal) -> NotificationRead | None:
    """Send a message to its author alone, exactly as a campaign would."""
    now = runtime_of(db).clock()
    found = await people.people(db, [author.id])
    person = found[0] if found else people.stranger(author.id, now)
    outgoing = Outgoing(
        source_id=new_id(),
        type=asked.type,
        data=asked.data or {},
        channels=tuple(dict.fromkeys(asked.channels)),
        happened_at=now,
        wording=lambda reader: addressed(asked.title, asked.message, reader),
    )
    await channels.deliver(db, [person], outgoing)
    entry = await inbox.of_source(db, outgoing.source_id, user_id=author.id)
    return NotificationRead.of(entry) if entry else None


async def segments(db: AsyncSession, now: datetime) -> list[SegmentRead]:
    """The named groups, with how many people each has now."""
    return [
        SegmentRead(key=key, title=segment.title, recipients=await queries.audience_size(db, {"segment": key}, now))
        for key, segment in SEGMENTS.items()
    ]
