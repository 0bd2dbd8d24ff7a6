"""Jobs that notify of unread messages and of overdue answers."""

from datetime import timedelta
from typing import Literal

from chassis.events import outbox
from contracts.content import MessageMissed, MessageOverdue
from prometheus_client import Counter, Gauge

from content.conversations import queries
from content.conversations.queries import MissedSide
from content.conversations.serializers import shorten
from content.runtime import ContentRuntime, Session

OVERDUE_CONVERSATIONS = Counter("conversation_overdue_total", "Conversations not answered in the promised time")
WAITING_CONVERSATIONS = Gauge("conversation_waiting", "Conversations in which the buyer waits for an answer")


async def notify_missed_messages(db: Session, runtime: ContentRuntime) -> None:
    """Publish the conversations that one side has not read, first for the bell and later for an email.

    One notification of a kind covers all messages of a burst. The next one comes `message_burst_minutes` later at the
    earliest.
    """
    settings = runtime.settings
    await _notify(db, runtime, "bell", timedelta(seconds=settings.message_bell_seconds))
    await _notify(db, runtime, "email", timedelta(minutes=settings.message_email_minutes))


async def _notify(db: Session, runtime: ContentRuntime, kind: Literal["bell", "email"], after: timedelta) -> None:
    now = runtime.now()
    burst = timedelta(minutes=runtime.settings.message_burst_minutes)
    for missed_side in await queries.lock_sides_with_missed_messages(
        db, kind=kind, before=now - after, not_since=now - burst
    ):
        if kind == "bell":
            missed_side.side.bell_since = None
            missed_side.side.bell_at = now
        else:
            missed_side.side.email_since = None
            missed_side.side.email_at = now
        db.add(missed_side.side)
        await _publish(db, missed_side, kind)


async def _publish(db: Session, missed_side: MissedSide, kind: Literal["bell", "email"]) -> None:
    order = missed_side.order
    first_unread = await queries.find_first_unread_message(db, missed_side.side)
    if order.user_id is None or first_unread is None:
        return
    event = MessageMissed(
        order_id=order.id,
        user_id=order.user_id,
        number=order.number,
        title=order.title,
        to="buyer" if missed_side.side.side == "buyer" else "company",
        channel=kind,
        message_number=first_unread.message.number,
        author=first_unread.author.first_name if first_unread.author else None,
        excerpt=shorten(first_unread.message.text) or None,
        count=missed_side.side.unread,
        assignee_id=missed_side.conversation.assignee_id,
    )
    await outbox.record(db, event)


async def mark_overdue(db: Session, runtime: ContentRuntime) -> None:
    """Publish each conversation whose promised reply time has passed, once."""
    now = runtime.now()
    for conversation, order in await queries.lock_overdue_conversations(db, now):
        conversation.overdue_at = now
        db.add(conversation)
        OVERDUE_CONVERSATIONS.inc()
        if order.user_id is None or conversation.due_at is None:
            continue
        event = MessageOverdue(
            order_id=order.id,
            user_id=order.user_id,
            number=order.number,
            title=order.title,
            due_at=conversation.due_at,
            assignee_id=conversation.assignee_id,
        )
        await outbox.record(db, event)
    WAITING_CONVERSATIONS.set(await queries.count_waiting_conversations(db))
