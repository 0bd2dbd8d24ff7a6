"""Delivery to users: the inbox at once, e-mail and push through a queue, each as the user allows it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

import orjson
from contracts.formats import MOSCOW
from persistence.tables import new_id
from sqlalchemy import text

from notifications.channels import metrics, queries
from notifications.inbox import service as inbox
from notifications.inbox.kinds import is_urgent
from notifications.inbox.service import Arrival, Origin
from notifications.preferences import policy
from notifications.preferences import queries as preferences
from notifications.preferences.service import quiet_until
from notifications.preferences.tables import Preference
from notifications.runtime import Session


class Recipient(Protocol):
    """What a delivery needs of a user: an account, or a few of its columns where there are many."""

    @property
    def id(self) -> UUID: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...
    @property
    def marketing(self) -> bool: ...
    @property
    def is_erased(self) -> bool: ...


@dataclass(frozen=True)
class Wording:
    """The text that one user reads."""

    title: str
    message: str


@dataclass(frozen=True)
class Outgoing:
    """One notification for any number of users."""

    source_id: UUID
    type: str
    data: dict[str, Any]
    channels: tuple[str, ...]
    happened_at: datetime
    wording: Callable[[Recipient], Wording]
    campaign_id: UUID | None = None
    is_bulk: bool = False
    ignores_preferences: bool = False
    in_digest: bool = False


async def deliver(db: Session, users: Sequence[Recipient], outgoing: Outgoing) -> None:
    """Notify these users, each on those channels of the notification that the user allows."""
    users = [user for user in users if not user.is_erased]
    chosen = await preferences.get_many(db, [user.id for user in users])
    for channel in outgoing.channels:
        willing = [user for user in users if _is_allowed(chosen.get(user.id), user, outgoing, channel)]
        if not willing:
            continue
        if channel == "in_app":
            await _to_inboxes(db, willing, outgoing)
        else:
            await _to_queue(db, willing, outgoing, channel, chosen)


def _is_allowed(chosen: Preference | None, user: Recipient, outgoing: Outgoing, channel: str) -> bool:
    kind = outgoing.type
    return outgoing.ignores_preferences or policy.allows(
        chosen.choices if chosen else {}, kind, channel, marketing=user.marketing
    )


async def _to_inboxes(db: Session, users: Sequence[Recipient], outgoing: Outgoing) -> None:
    worded = [(user.id, outgoing.wording(user)) for user in users]
    arrivals = [Arrival(id, wording.title, wording.message) for id, wording in worded]
    origin = Origin(outgoing.source_id, outgoing.type, outgoing.data, outgoing.happened_at)
    fresh = set(await inbox.add_entries(db, arrivals, origin))
    metrics.RESULTS.labels("in_app", "delivered").inc(len(fresh))
    if outgoing.campaign_id:
        delivered = [{"id": arrival.id, "user_id": arrival.user_id} for arrival in arrivals if arrival.id in fresh]
        await _insert(db, outgoing, "in_app", delivered, is_delivered=True)


async def _to_queue(
    db: Session, users: Sequence[Recipient], outgoing: Outgoing, channel: str, chosen: dict[UUID, Preference]
) -> None:
    runtime, now = db.runtime, db.now()
    if channel == "push":
        subscribed = await queries.users_with_push(db, [user.id for user in users])
        users = [user for user in users if user.id in subscribed]
    rows = []
    for user in users:
        wording = outgoing.wording(user)
        held = None if is_urgent(outgoing.type) else quiet_until(chosen.get(user.id), now)
        due = next_digest(held or now, runtime.settings) if _in_digest(outgoing, channel) else held or now
        words = {"title": wording.title, "message": wording.message, "link": outgoing.data.get("link") or ""}
        rows.append({"id": new_id(), "user_id": user.id, "due_at": due} | words)
    await _insert(db, outgoing, channel, rows)
    db.after_commit(runtime.notify, channel)


def _in_digest(outgoing: Outgoing, channel: str) -> bool:
    return outgoing.in_digest and channel == "email"


INSERT_DELIVERIES = text("""
INSERT INTO deliveries (id, user_id, source_id, campaign_id, channel, type, title, message, link, is_bulk, in_digest,
                        state, attempts, created_at, due_at, finished_at)
SELECT id, user_id, CAST(:source_id AS uuid), CAST(:campaign_id AS uuid), :channel, :type, coalesce(title, ''),
       coalesce(message, ''), coalesce(link, ''), :is_bulk, :in_digest, :state, 0, :now, coalesce(due_at, :now),
       :finished_at
FROM json_to_recordset(CAST(:rows AS json))
     AS g(id uuid, user_id uuid, title text, message text, link text, due_at timestamptz)
ON CONFLICT DO NOTHING
""")


async def _insert(
    db: Session, outgoing: Outgoing, channel: str, rows: Sequence[dict[str, Any]], *, is_delivered: bool = False
) -> None:
    """Store the deliveries of one channel in one statement, those that are not there yet."""
    now = db.now()
    common = {
        "source_id": outgoing.source_id,
        "campaign_id": outgoing.campaign_id,
        "channel": channel,
        "type": outgoing.type,
        "is_bulk": outgoing.is_bulk,
        "in_digest": _in_digest(outgoing, channel),
        "state": "delivered" if is_delivered else "queued",
        "now": now,
        "finished_at": now if is_delivered else None,
    }
    if rows:
        await db.execute(INSERT_DELIVERIES, common | {"rows": orjson.dumps(rows).decode()})


def next_digest(after: datetime, settings: Any) -> datetime:
    """When the next digest is sent: once a day, in the morning by Moscow time."""
    here = after.astimezone(MOSCOW)
    today = here.replace(hour=settings.digest_hour, minute=0, second=0, microsecond=0)
    return (today if here <= today else today + timedelta(days=1)).astimezone(after.tzinfo)
