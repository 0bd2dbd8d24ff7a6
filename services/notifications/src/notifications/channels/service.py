"""Delivery to users: at once to the inbox, and through queues by email, push and Telegram, as the user allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from chassis.database.batches import delete_in_batches
from chassis.database.tables import new_id
from chassis.formats import MOSCOW
from sqlalchemy import text
from sqlmodel import col

from notifications.channels import metrics, queries
from notifications.channels.tables import Delivery
from notifications.inbox import service as inbox
from notifications.inbox.kinds import is_urgent
from notifications.inbox.service import Arrival, Origin
from notifications.preferences import policy
from notifications.preferences import queries as preferences
from notifications.preferences.service import find_quiet_end
from notifications.preferences.tables import Preference
from notifications.runtime import NotificationsRuntime, Session
from notifications.settings import Settings
from notifications.users.tables import Recipient
from notifications.yielding import iterate_yielding_to_loop

DELIVERY_RETENTION = timedelta(days=30)
CAMPAIGN_RETENTION = timedelta(days=365)


class Wording(NamedTuple):
    title: str
    message: str


@dataclass(frozen=True, kw_only=True)
class OutgoingNotification(Origin):
    """One notification for any number of users."""

    channels: tuple[str, ...]
    wording: Callable[[Recipient], Wording]
    # One more paragraph of the email.
    email_note: str = ""
    campaign_id: UUID | None = None
    is_bulk: bool = False
    ignores_preferences: bool = False
    in_digest: bool = False
    # The user requested this notification, so even advertising needs no other consent.
    is_requested: bool = False
    # The order that the notification is about, if its buyer is notified.
    order_id: UUID | None = None


# Notifications, each with the users who receive it.
AddressedNotifications = Sequence[tuple[Sequence[Recipient], OutgoingNotification]]


async def deliver(db: Session, users: Sequence[Recipient], notification: OutgoingNotification) -> None:
    """Notify these users, on the channels of the notification that each user allows."""
    await deliver_all(db, [(users, notification)])


async def deliver_all(db: Session, deliveries: AddressedNotifications) -> None:
    """Do the same as `deliver` for several notifications, in as many statements as for one."""
    preferences_by_user = await preferences.load_preferences(db, _collect_user_ids(deliveries))
    for channel in policy.CHANNELS:
        allowed_recipients: list[tuple[Sequence[Recipient], OutgoingNotification]] = []
        for users, notification in deliveries:
            if channel in notification.channels:
                allowed_recipients.append(
                    (await _select_allowed_recipients(preferences_by_user, users, notification, channel), notification)
                )
        if not any(users for users, _ in allowed_recipients):
            continue
        if channel == "in_app":
            await _add_to_inboxes(db, allowed_recipients)
        else:
            await _add_to_queue(db, allowed_recipients, channel, preferences_by_user)


def _collect_user_ids(deliveries: AddressedNotifications) -> set[UUID]:
    user_ids: set[UUID] = set()
    for users, _ in deliveries:
        user_ids.update(user.id for user in users)
    return user_ids


async def _select_allowed_recipients(
    preferences_by_user: dict[UUID, Preference],
    users: Sequence[Recipient],
    notification: OutgoingNotification,
    channel: str,
) -> list[Recipient]:
    """Return the users who allow this notification on this channel."""
    return [
        user
        async for user in iterate_yielding_to_loop(users)
        if _is_allowed(preferences_by_user, user, notification, channel)
    ]


def _is_allowed(
    preferences_by_user: dict[UUID, Preference], user: Recipient, notification: OutgoingNotification, channel: str
) -> bool:
    if user.is_erased:
        return False
    if notification.ignores_preferences:
        return True
    preference = preferences_by_user.get(user.id)
    consent = user.marketing or notification.is_requested
    return policy.allows(preference.choices if preference else {}, notification.type, channel, marketing=consent)


async def _add_to_inboxes(db: Session, deliveries: AddressedNotifications) -> None:
    entries = [(notification, await _build_arrivals(users, notification)) for users, notification in deliveries]
    new_ids = await inbox.add_entries(db, entries)
    metrics.RESULTS.labels("in_app", "delivered").inc(len(new_ids))
    inbox_rows: list[tuple[OutgoingNotification, list[dict[str, Any]]]] = []
    for notification, arrivals in entries:
        if notification.campaign_id:
            rows = [
                {"id": arrival.id, "user_id": arrival.user_id}
                async for arrival in iterate_yielding_to_loop(arrivals)
                if arrival.id in new_ids
            ]
            inbox_rows.append((notification, rows))
    await _insert_deliveries(db, inbox_rows, "in_app")


async def _build_arrivals(users: Sequence[Recipient], notification: OutgoingNotification) -> list[Arrival]:
    return [Arrival(user.id, *notification.wording(user)) async for user in iterate_yielding_to_loop(users)]


async def _add_to_queue(
    db: Session, deliveries: AddressedNotifications, channel: str, preferences_by_user: dict[UUID, Preference]
) -> None:
    user_ids = _collect_user_ids(deliveries)
    if channel == "push":
        user_ids = await queries.list_users_with_push(db, list(user_ids))
    elif channel == "telegram":
        user_ids = await queries.list_users_with_telegram(db, list(user_ids))
    queued_deliveries: list[tuple[OutgoingNotification, list[dict[str, Any]]]] = []
    for users, notification in deliveries:
        rows = [
            _build_delivery(db, user, notification, channel, preferences_by_user.get(user.id))
            async for user in iterate_yielding_to_loop(users)
            if user.id in user_ids
        ]
        queued_deliveries.append((notification, rows))
    await _insert_deliveries(db, queued_deliveries, channel)
    db.after_commit(db.runtime.notify, channel)


def _build_delivery(
    db: Session, user: Recipient, notification: OutgoingNotification, channel: str, preference: Preference | None
) -> dict[str, Any]:
    now = db.now()
    held_until = None if is_urgent(notification.type) else find_quiet_end(preference, now)
    due_at = held_until or now
    if _belongs_to_digest(notification, channel):
        due_at = compute_next_digest_time(due_at, db.runtime.settings)
    title, message = notification.wording(user)
    if channel == "email" and notification.email_note:
        message = f"{message}\n\n{notification.email_note}"
    row = {"id": new_id(), "user_id": user.id, "link": notification.data.get("link"), "due_at": due_at}
    return row | {"title": title, "message": message}


def _belongs_to_digest(notification: OutgoingNotification, channel: str) -> bool:
    return notification.in_digest and channel == "email"


INSERT_DELIVERIES = text("""
INSERT INTO deliveries (id, user_id, source_id, campaign_id, channel, type, title, message, link, is_bulk, in_digest,
                        state, attempts, created_at, due_at, finished_at, order_id)
SELECT id, user_id, source_id, campaign_id, :channel, type, coalesce(title, ''), coalesce(message, ''),
       coalesce(link, ''), is_bulk, in_digest, :state, 0, :now, coalesce(due_at, :now), :finished_at, order_id
FROM json_to_recordset(CAST(:rows AS json))
     AS new_rows(origin int, id uuid, user_id uuid, title text, message text, link text, due_at timestamptz)
JOIN json_to_recordset(CAST(:origins AS json))
     AS origins(origin int, source_id uuid, campaign_id uuid, type text, is_bulk bool, in_digest bool,
          order_id uuid) USING (origin)
ON CONFLICT DO NOTHING
""")


async def _insert_deliveries(
    db: Session, rows_by_notification: Sequence[tuple[OutgoingNotification, Sequence[dict[str, Any]]]], channel: str
) -> None:
    """Store the missing deliveries of one channel in one statement."""
    now = db.now()
    is_delivered = channel == "in_app"
    origins = [
        {
            "origin": number,
            "source_id": notification.source_id,
            "campaign_id": notification.campaign_id,
            "type": notification.type,
            "is_bulk": notification.is_bulk,
            "in_digest": _belongs_to_digest(notification, channel),
            "order_id": notification.order_id,
        }
        for number, (notification, _) in enumerate(rows_by_notification)
    ]
    rows: list[dict[str, Any]] = []
    for number, (_, rows_of_origin) in enumerate(rows_by_notification):
        rows += [row | {"origin": number} async for row in iterate_yielding_to_loop(rows_of_origin)]
    shared_values = {
        "channel": channel,
        "state": "delivered" if is_delivered else "queued",
        "now": now,
        "finished_at": now if is_delivered else None,
        "rows": orjson.dumps(rows).decode(),
        "origins": orjson.dumps(origins).decode(),
    }
    if rows:
        await db.execute(INSERT_DELIVERIES, shared_values)


async def purge_old_deliveries(db: Session, runtime: NotificationsRuntime) -> None:
    """Delete old deliveries. They are kept 30 days for support; deliveries of campaigns 365 days for statistics."""
    now = runtime.now()
    created_at = col(Delivery.created_at)
    campaign = col(Delivery.campaign_id)
    await delete_in_batches(
        db, Delivery, campaign.is_(None), created_at < now - DELIVERY_RETENTION, oldest_by=created_at
    )
    await delete_in_batches(
        db, Delivery, campaign.is_not(None), created_at < now - CAMPAIGN_RETENTION, oldest_by=created_at
    )


def compute_next_digest_time(earliest_time: datetime, settings: Settings) -> datetime:
    """Return when the next digest is sent: once a day, in the morning in Moscow."""
    local_time = earliest_time.astimezone(MOSCOW)
    digest_time = local_time.replace(hour=settings.digest_hour, minute=0, second=0, microsecond=0)
    if digest_time < local_time:
        digest_time += timedelta(days=1)
    return digest_time.astimezone(earliest_time.tzinfo)
