"""Queries of deliveries, browsers that receive Web Push, Telegram chats and news of the status page."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from chassis.database.tables import UtcDateTime
from chassis.features.lists import PageQuery, fetch_page
from chassis.mail.mail_queue import QueuedEmail
from contracts.status import AnnouncementPublished
from sqlalchemy import ColumnElement, ScalarSelect, and_, case, delete, func, literal, or_, select, type_coerce, update
from sqlalchemy.dialects.postgresql import JSONB, array, insert
from sqlmodel import col

from notifications.channels.tables import (
    Delivery,
    PushSubscription,
    SiteSettingsCopy,
    StatusNews,
    StatusSubscriber,
    TelegramChat,
    TelegramChatPace,
    TelegramPace,
    VapidKey,
)
from notifications.runtime import Session

IS_WAITING = and_(col(Delivery.state) == "queued", col(Delivery.email_id).is_(None))


async def lock_due_deliveries(
    db: Session, channel: str, now: datetime, *, limit: int, includes_bulk: bool = True
) -> Sequence[Delivery]:
    """Return and lock the next deliveries of a channel, without digests. Single users come before campaigns."""
    is_due = and_(IS_WAITING, col(Delivery.channel) == channel, col(Delivery.due_at) <= now, ~col(Delivery.in_digest))
    if not includes_bulk:
        is_due = and_(is_due, ~col(Delivery.is_bulk))
    rows = select(Delivery).where(is_due).order_by(col(Delivery.is_bulk), col(Delivery.due_at)).limit(limit)
    return (await db.scalars(rows.with_for_update(skip_locked=True))).all()


async def count_due_deliveries(db: Session, now: datetime) -> dict[str, int]:
    """Count the due and unsent deliveries by channel."""
    due_deliveries = select(col(Delivery.channel), func.count()).where(IS_WAITING, col(Delivery.due_at) <= now)
    rows = await db.execute(due_deliveries.group_by(col(Delivery.channel)))
    counts: dict[str, int] = {}
    for channel, due_count in rows:
        counts[channel] = due_count
    return counts


async def lock_digests(db: Session, now: datetime, *, max_users: int) -> Sequence[Delivery]:
    """Return and lock the deliveries for the digests of the next users, at most `max_users`."""
    is_due = and_(IS_WAITING, col(Delivery.channel) == "email", col(Delivery.in_digest), col(Delivery.due_at) <= now)
    user_ids = select(col(Delivery.user_id)).where(is_due).distinct().limit(max_users).scalar_subquery()
    rows = select(Delivery).where(is_due, col(Delivery.user_id).in_(user_ids))
    statement = rows.order_by(col(Delivery.user_id), col(Delivery.id)).with_for_update(skip_locked=True)
    return (await db.scalars(statement)).all()


async def save_email_results(db: Session, now: datetime) -> list[str]:
    """Store the results of queued emails in their deliveries. Returns the new states."""
    is_settled = or_(col(QueuedEmail.sent_at).is_not(None), col(QueuedEmail.failed_at).is_not(None))
    settlement = (
        update(Delivery)
        .where(col(Delivery.email_id) == col(QueuedEmail.id), col(Delivery.state) == "queued", is_settled)
        .values(
            state=case((col(QueuedEmail.sent_at).is_not(None), "sent"), else_="failed"),
            reason=case((col(QueuedEmail.sent_at).is_(None), col(QueuedEmail.error)), else_=None),
            attempts=col(QueuedEmail.attempts),
            finished_at=now,
            message="",
        )
        .returning(col(Delivery.state))
    )
    rows = await db.execute(settlement, execution_options={"synchronize_session": False})
    return list(rows.scalars())


async def cancel_campaign_deliveries(db: Session, campaign_id: UUID) -> None:
    """Cancel the deliveries of a campaign that are not sent yet."""
    waiting_deliveries = update(Delivery).where(IS_WAITING, col(Delivery.campaign_id) == campaign_id)
    await db.execute(waiting_deliveries.values(state="failed", reason="cancelled", title="", message=""))


async def list_emails(db: Session, user_id: UUID, page: PageQuery) -> tuple[Sequence[Delivery], int]:
    """Return a page of the emails to a user, newest first. Cancelled deliveries of campaigns are left out."""
    is_not_cancelled = col(Delivery.reason).is_distinct_from("cancelled")
    own_emails = select(Delivery).where(
        col(Delivery.user_id) == user_id, col(Delivery.channel) == "email", is_not_cancelled
    )
    return await fetch_page(db, own_emails.order_by(col(Delivery.created_at).desc(), col(Delivery.id).desc()), page)


class DeliveryCounts(NamedTuple):
    """Deliveries of a channel: sent and failed in a period, and waiting now."""

    sent: int
    failed: int
    queued: int


async def count_traffic(db: Session, *, since: datetime) -> dict[str, DeliveryCounts]:
    """Return for each queued channel how many deliveries were sent and failed since then, and how many wait now."""
    is_recent = col(Delivery.finished_at) > since
    is_queued = col(Delivery.state) == "queued"
    counts = select(
        col(Delivery.channel),
        func.count().filter(is_recent, col(Delivery.state) == "sent"),
        func.count().filter(is_recent, col(Delivery.state) == "failed"),
        func.count().filter(is_queued),
    ).where(or_(is_recent, is_queued), col(Delivery.channel) != "in_app")
    rows = await db.execute(counts.group_by(col(Delivery.channel)))
    return {channel: DeliveryCounts(*counts_of_channel) for channel, *counts_of_channel in rows}


async def get_site_settings(db: Session) -> SiteSettingsCopy:
    """Return the copy of the site settings, or the defaults."""
    return await db.get(SiteSettingsCopy, 1) or SiteSettingsCopy(event_time=db.now())


async def list_users_with_push(db: Session, user_ids: Sequence[UUID]) -> set[UUID]:
    """Return the ids of the given users who have a browser that receives push messages."""
    owners = select(col(PushSubscription.user_id)).where(col(PushSubscription.user_id).in_(user_ids))
    return set(await db.scalars(owners))


async def list_browsers(db: Session, user_ids: Sequence[UUID]) -> Sequence[PushSubscription]:
    rows = select(PushSubscription).where(col(PushSubscription.user_id).in_(user_ids))
    return (await db.scalars(rows)).all() if user_ids else []


def select_newest_browsers(user_id: UUID, *, limit: int) -> ScalarSelect[UUID]:
    statement = select(col(PushSubscription.id)).where(col(PushSubscription.user_id) == user_id)
    return statement.order_by(col(PushSubscription.id).desc()).limit(limit).scalar_subquery()


async def lock_plain_keys(db: Session, encrypted_prefix: str) -> Sequence[VapidKey]:
    """Return and lock the keys whose private part is stored as plain text."""
    keys = select(VapidKey).where(~col(VapidKey.private_key).startswith(encrypted_prefix)).with_for_update()
    return (await db.scalars(keys)).all()


async def lock_plain_browsers(db: Session, encrypted_prefix: str, *, limit: int) -> Sequence[PushSubscription]:
    """Return and lock some push subscriptions whose secret is stored as plain text."""
    query = select(PushSubscription).where(~col(PushSubscription.auth).startswith(encrypted_prefix)).limit(limit)
    return (await db.scalars(query.with_for_update(skip_locked=True))).all()


async def list_users_with_telegram(db: Session, user_ids: Sequence[UUID]) -> set[UUID]:
    """Return the ids of the given users who have linked a Telegram chat."""
    owners = select(col(TelegramChat.user_id)).where(col(TelegramChat.user_id).in_(user_ids))
    return set(await db.scalars(owners))


async def find_chat(db: Session, chat_id: int, *, lock: bool = False) -> TelegramChat | None:
    """Return the link of a chat."""
    statement = select(TelegramChat).where(col(TelegramChat.chat_id) == chat_id)
    return await db.scalar(statement.with_for_update() if lock else statement)


async def lock_telegram_pace(db: Session, now: datetime) -> TelegramPace:
    """Return and lock the row that orders the bot's messages over all replicas."""
    await db.execute(insert(TelegramPace).values(id=1, next_at=now).on_conflict_do_nothing())
    return await db.get_one(TelegramPace, 1, with_for_update=True, populate_existing=True)


async def find_chat_pause_end(db: Session, chat_id: int) -> datetime | None:
    """Return the earliest time of the next message to a chat, or None if no message was sent to the chat lately."""
    return await db.scalar(select(col(TelegramChatPace.next_at)).where(col(TelegramChatPace.chat_id) == chat_id))


async def save_chat_pauses(db: Session, pause_ends: dict[int, datetime]) -> None:
    """Store the earliest time of the next message to each of these chats. The caller has locked `telegram_pace`."""
    if not pause_ends:
        return
    row = insert(TelegramChatPace)
    upsert = row.on_conflict_do_update(
        index_elements=[col(TelegramChatPace.chat_id)], set_={"next_at": row.excluded.next_at}
    )
    await db.execute(upsert, [{"chat_id": chat_id, "next_at": next_at} for chat_id, next_at in pause_ends.items()])


async def lock_due_telegram_deliveries(
    db: Session, now: datetime, *, limit: int
) -> list[tuple[Delivery, TelegramChat | None]]:
    """Return and lock the next deliveries to chats that may have a message now, and to users without a chat."""
    is_due = and_(IS_WAITING, col(Delivery.channel) == "telegram", col(Delivery.due_at) <= now)
    rows = (
        select(Delivery, TelegramChat)
        .outerjoin(TelegramChat, col(TelegramChat.user_id) == col(Delivery.user_id))
        .outerjoin(TelegramChatPace, col(TelegramChatPace.chat_id) == col(TelegramChat.chat_id))
        .where(is_due, _build_free_chat_filter(now))
        .order_by(col(Delivery.is_bulk), col(Delivery.due_at), col(Delivery.id))
        .limit(limit)
        .with_for_update(of=Delivery, skip_locked=True)
    )
    return [(delivery, chat) for delivery, chat in await db.execute(rows)]


def _build_free_chat_filter(now: datetime) -> ColumnElement[bool]:
    """Return the condition for a joined chat that has no pause, or whose pause is over."""
    return or_(col(TelegramChatPace.chat_id).is_(None), col(TelegramChatPace.next_at) <= now)


async def queue_news(db: Session, event: AnnouncementPublished) -> None:
    """Store news of the status page for each chat that subscribed to an affected component or to all components.

    News that name no component go to every subscriber.
    """
    rows = select(
        literal(event.announcement_id),
        col(StatusSubscriber.chat_id),
        literal(event.subject),
        literal(event.text),
        literal(0),
        literal(db.now(), UtcDateTime),
    )
    if event.affected:
        chosen_components = type_coerce(col(StatusSubscriber.components), JSONB)
        rows = rows.where(or_(chosen_components == [], chosen_components.has_any(array(event.affected))))
    columns = ["announcement_id", "chat_id", "title", "message", "attempts", "due_at"]
    await db.execute(insert(StatusNews).from_select(columns, rows).on_conflict_do_nothing())


async def lock_due_status_news(db: Session, now: datetime, *, limit: int) -> Sequence[StatusNews]:
    """Return and lock the next news for chats that may have a message now."""
    rows = (
        select(StatusNews)
        .outerjoin(TelegramChatPace, col(TelegramChatPace.chat_id) == col(StatusNews.chat_id))
        .where(col(StatusNews.due_at) <= now, _build_free_chat_filter(now))
        .order_by(col(StatusNews.due_at), col(StatusNews.announcement_id))
        .limit(limit)
        .with_for_update(of=StatusNews, skip_locked=True)
    )
    return (await db.scalars(rows)).all()


async def lock_news(db: Session, announcement_id: UUID, chat_id: int) -> StatusNews | None:
    """Lock news of a chat, or return None if they were sent or given up meanwhile."""
    return await db.get(StatusNews, (announcement_id, chat_id), with_for_update=True)


async def delete_subscriber(db: Session, chat_id: int) -> bool:
    """End the subscription of a chat to the status page, and delete its news. Returns False if there was none."""
    statement = delete(StatusSubscriber).where(col(StatusSubscriber.chat_id) == chat_id)
    return await db.scalar(statement.returning(col(StatusSubscriber.chat_id))) is not None
