from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.database.tables import UtcDateTime
from chassis.features.lists import count_rows, fetch_list
from sqlalchemy import bindparam, exists, func, select, true
from sqlmodel import col

from notifications.campaigns.audiences import SEGMENTS, build_member_filter
from notifications.campaigns.schemas import CampaignQuery, Figures
from notifications.campaigns.tables import Campaign
from notifications.channels.tables import Delivery, TelegramChat
from notifications.preferences.tables import Preference
from notifications.runtime import Session
from notifications.users.tables import Member, UserCopy

IS_BY_ADMINISTRATOR = col(Campaign.created_by).is_not(None)


async def list_page(db: Session, query: CampaignQuery) -> tuple[Sequence[Campaign], int]:
    """Return a page of administrators' campaigns, and the number of all matching campaigns."""
    latest_first = col(Campaign.id).desc()
    return await fetch_list(db, Campaign, query, "status", filters=[IS_BY_ADMINISTRATOR], tie_breaker=latest_first)


async def find_by_id(db: Session, id: UUID, *, lock: bool = False) -> Campaign | None:
    """Return a campaign that an administrator has sent."""
    statement = select(Campaign).where(IS_BY_ADMINISTRATOR, col(Campaign.id) == id)
    return await db.scalar(statement.with_for_update() if lock else statement)


async def find_by_key(db: Session, key: str, *, author: UUID) -> Campaign | None:
    """Return the campaign that this author sent with this idempotency key."""
    return await db.scalar(
        select(Campaign).where(col(Campaign.created_by) == author, col(Campaign.idempotency_key) == key)
    )


async def count_deliveries(db: Session, ids: Sequence[UUID]) -> dict[UUID, dict[str, Figures]]:
    """Count the queued, delivered, read and failed deliveries by campaign and channel.

    A delivery that was cancelled with its campaign has not failed.
    """
    campaign_and_channel = (col(Delivery.campaign_id), col(Delivery.channel))
    state = col(Delivery.state)
    is_not_cancelled = col(Delivery.reason).is_distinct_from("cancelled")
    counts = select(
        *campaign_and_channel,
        func.count().label("recipients"),
        func.count().filter(state == "queued").label("queued"),
        func.count().filter(state.not_in(["queued", "failed"])).label("delivered"),
        func.count().filter(state == "read").label("read"),
        func.count().filter(state == "failed", is_not_cancelled).label("failed"),
    ).where(col(Delivery.campaign_id).in_(ids))
    figures_by_campaign: dict[UUID, dict[str, Figures]] = {id: {} for id in ids}
    for row in await db.execute(counts.group_by(*campaign_and_channel)):
        figures_by_campaign[row.campaign_id][row.channel] = Figures.model_validate(row, from_attributes=True)
    return figures_by_campaign


async def count_audience(db: Session, audience: dict[str, Any], now: datetime) -> int:
    return await count_rows(db, select(UserCopy).where(build_member_filter(audience, now)))


# In the order of the fields of Member.
MEMBER_COLUMNS: list[Any] = [
    UserCopy.id,
    UserCopy.first_name,
    UserCopy.last_name,
    UserCopy.marketing,
    UserCopy.is_erased,
]


async def list_next_members(
    db: Session, audience: dict[str, Any], now: datetime, *, after: UUID | None, limit: int
) -> list[Member]:
    """Return the next users of an audience, in the order of ids."""
    statement = select(*MEMBER_COLUMNS).where(build_member_filter(audience, now))
    if after is not None:
        statement = statement.where(col(UserCopy.id) > after)
    rows = await db.execute(statement.order_by(col(UserCopy.id)).limit(limit))
    return [Member(*row) for row in rows]


NOW = bindparam("now", type_=UtcDateTime())
# The query is built once, because each replica runs it every second. Campaigns of events come before the campaigns of
# administrators.
SELECT_DUE = (
    select(Campaign)
    .where(col(Campaign.status).in_(["scheduled", "sending"]), col(Campaign.scheduled_at) <= NOW)
    .where(func.coalesce(col(Campaign.retry_at), NOW) <= NOW)
    .order_by(col(Campaign.created_by).is_not(None), col(Campaign.scheduled_at), col(Campaign.id))
    .limit(1)
    .with_for_update(skip_locked=True)
)


async def lock_next_due_campaign(db: Session, now: datetime) -> Campaign | None:
    """Return and lock the next campaign to send. Rows locked by another replica are skipped."""
    return await db.scalar(SELECT_DUE, {"now": now})


async def count_in_progress(db: Session, now: datetime) -> int:
    is_in_progress = col(Campaign.status).in_(["scheduled", "sending"]) & (col(Campaign.scheduled_at) <= now)
    return await count_rows(db, select(Campaign).where(is_in_progress))


async def count_reached_users(db: Session, audience: dict[str, Any], now: datetime, *, kind: str, channel: str) -> int:
    """Count the users of an audience whom a campaign of this type reaches on this channel.

    The condition is `preferences.policy.allows` in SQL.
    """
    users = select(UserCopy).where(build_member_filter(audience, now))
    if kind != "security":
        own_choice = (
            select(col(Preference.choices)[kind][channel].as_boolean())
            .where(col(Preference.user_id) == col(UserCopy.id))
            .scalar_subquery()
        )
        default = col(UserCopy.marketing) if kind == "promotion" and channel != "in_app" else true()
        users = users.where(func.coalesce(own_choice, default))
    if channel == "push":
        users = users.where(SEGMENTS["push"].rule(now))
    if channel == "telegram":
        users = users.where(exists().where(col(TelegramChat.user_id) == col(UserCopy.id)))
    return await count_rows(db, users)
