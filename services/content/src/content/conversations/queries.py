"""Every SELECT of the conversations."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Any, Literal, NamedTuple
from uuid import UUID

from chassis.database.search import contains_text
from chassis.features.lists import fetch_list, fetch_rows
from chassis.formats import MOSCOW
from sqlalchemy import ColumnElement, Select, func, or_, select, union
from sqlalchemy.orm import aliased
from sqlmodel import col

from content.conversations.schemas import ConversationQuery, SavedReplyQuery, TimelineQuery
from content.conversations.tables import SavedReply
from content.orders.queries import contains_order_words
from content.orders.tables import Conversation, ConversationSide, MessageAttachment, Order, OrderMessage
from content.runtime import Session
from content.users.queries import build_user_search_filter, match_assignee
from content.users.tables import UserCopy

# Rows that one run of a job locks.
MAX_LOCKED_AT_ONCE = 100


@dataclass
class MessageDetails:
    """A message with its author and its files."""

    message: OrderMessage
    author: UserCopy | None = None
    attachments: list[MessageAttachment] = field(default_factory=list)


async def load_timeline_page(db: Session, order_id: UUID, query: TimelineQuery) -> list[MessageDetails]:
    """Return a page of the timeline, oldest first."""
    entries = select(OrderMessage).where(col(OrderMessage.order_id) == order_id)
    number = col(OrderMessage.number)
    if query.day is not None:
        day_start = datetime.combine(query.day, time(), MOSCOW)
        first_number = await db.scalar(
            select(func.min(number)).where(col(OrderMessage.order_id) == order_id, col(OrderMessage.at) >= day_start)
        )
        if first_number is None:
            return []
        messages = await _fetch_messages(db, entries.where(number >= first_number).order_by(number), query.limit)
    elif query.after is not None:
        messages = await _fetch_messages(db, entries.where(number > query.after).order_by(number), query.limit)
    elif query.around is not None:
        first_number = max(1, query.around - query.limit // 2)
        messages = await _fetch_messages(db, entries.where(number >= first_number).order_by(number), query.limit)
    else:
        if query.before is not None:
            entries = entries.where(number < query.before)
        messages = list(reversed(await _fetch_messages(db, entries.order_by(number.desc()), query.limit)))
    return await load_authors_and_files(db, messages)


async def _fetch_messages(db: Session, statement: Select[OrderMessage], limit: int) -> list[OrderMessage]:
    return list(await db.scalars(statement.limit(limit)))


async def load_authors_and_files(db: Session, messages: Sequence[OrderMessage]) -> list[MessageDetails]:
    """Return the messages in the same order, each with its author and its files."""
    details_by_id = {message.id: MessageDetails(message) for message in messages}
    author_ids = {message.author_id for message in messages} - {None}
    users = {user.id: user for user in await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(author_ids)))}
    message_ids = [message.id for message in messages if message.side is not None]
    files = select(MessageAttachment).where(col(MessageAttachment.message_id).in_(message_ids))
    for attachment in await db.scalars(files.order_by(col(MessageAttachment.position))):
        assert attachment.message_id is not None
        details_by_id[attachment.message_id].attachments.append(attachment)
    for message_details in details_by_id.values():
        author_id = message_details.message.author_id
        message_details.author = users.get(author_id) if author_id else None
    return list(details_by_id.values())


async def get_sides(db: Session, order_id: UUID, *, lock: bool = False) -> dict[str, ConversationSide]:
    """Return both sides of a conversation. A conversation that has not begun has none."""
    statement = select(ConversationSide).where(col(ConversationSide.order_id) == order_id)
    if lock:
        statement = statement.order_by(col(ConversationSide.side)).with_for_update()
    rows = await db.scalars(statement.execution_options(populate_existing=True))
    return {row.side: row for row in rows}


async def find_sent_message(db: Session, *, author_id: UUID, key: str) -> OrderMessage | None:
    """Return the message that this author has sent with this idempotency key."""
    conditions = (col(OrderMessage.author_id) == author_id, col(OrderMessage.idempotency_key) == key)
    return await db.scalar(select(OrderMessage).where(*conditions))


class UnreadCount(NamedTuple):
    messages: int
    oldest_at: datetime | None


async def count_unread_messages(db: Session, order_id: UUID, *, written_by: str, after: int) -> UnreadCount:
    """Count the messages that one side wrote after a number, and return the time of the oldest of them."""
    conditions = (
        col(OrderMessage.order_id) == order_id,
        col(OrderMessage.number) > after,
        col(OrderMessage.side) == written_by,
    )
    statement = select(func.count(), func.min(col(OrderMessage.at))).where(*conditions)
    count, oldest_at = (await db.execute(statement)).one()
    return UnreadCount(count, oldest_at)


async def lock_unsent_files(
    db: Session, order_id: UUID, ids: Sequence[UUID], *, author_id: UUID
) -> dict[UUID, MessageAttachment]:
    """Return and lock the files that this author has uploaded to the order and not sent yet."""
    statement = select(MessageAttachment).where(
        col(MessageAttachment.id).in_(ids),
        col(MessageAttachment.order_id) == order_id,
        col(MessageAttachment.author_id) == author_id,
        col(MessageAttachment.message_id).is_(None),
    )
    return {
        attachment.id: attachment
        for attachment in await db.scalars(statement.order_by(col(MessageAttachment.id)).with_for_update())
    }


def select_unsent_files(order_id: UUID, author_id: UUID) -> Select[MessageAttachment]:
    """Select the files that this author has uploaded to the order and not sent yet."""
    return select(MessageAttachment).where(
        col(MessageAttachment.order_id) == order_id,
        col(MessageAttachment.message_id).is_(None),
        col(MessageAttachment.author_id) == author_id,
    )


async def find_file(db: Session, order_id: UUID, id: UUID) -> MessageAttachment | None:
    conditions = (col(MessageAttachment.id) == id, col(MessageAttachment.order_id) == order_id)
    return await db.scalar(select(MessageAttachment).where(*conditions))


async def lock_old_unsent_files(db: Session, *, before: datetime) -> list[MessageAttachment]:
    """Return and lock up to 500 files that were uploaded before this time and never sent."""
    conditions = (col(MessageAttachment.message_id).is_(None), col(MessageAttachment.created_at) < before)
    statement = select(MessageAttachment).where(*conditions).limit(500).with_for_update(skip_locked=True)
    return list(await db.scalars(statement))


@dataclass
class ConversationDetails:
    """A conversation in the managers' list."""

    conversation: Conversation
    order: Order
    unread: int
    buyer: UserCopy | None = None
    assignee: UserCopy | None = None
    message: MessageDetails | None = None


async def list_for_admin(db: Session, query: ConversationQuery) -> tuple[list[ConversationDetails], int]:
    """Return the conversations with messages, by the filters of the query."""
    is_company_side = (col(ConversationSide.order_id) == col(Conversation.order_id)) & (
        col(ConversationSide.side) == "company"
    )
    statement = (
        select(Conversation, Order, ConversationSide)
        .join(Order, col(Order.id) == col(Conversation.order_id))
        .join(ConversationSide, is_company_side)
        .where(col(Conversation.last_message_at).is_not(None))
    )
    if query.unread is not None:
        has_unread = col(ConversationSide.unread) > 0
        statement = statement.where(has_unread if query.unread else ~has_unread)
    if query.waiting is not None:
        is_waiting = col(Conversation.due_at).is_not(None)
        statement = statement.where(is_waiting if query.waiting else ~is_waiting)
    if query.overdue is not None:
        is_overdue = col(Conversation.overdue_at).is_not(None)
        statement = statement.where(is_overdue if query.overdue else ~is_overdue)
    if query.assignee_id is not None:
        statement = statement.where(match_assignee(Conversation.assignee_id, query.assignee_id))
    if query.search:
        statement = statement.where(col(Conversation.order_id).in_(_select_matching_order_ids(query.search)))
    newest_order_first = col(Conversation.order_id).desc()
    if query.sort == "due_at":
        statement = statement.order_by(col(Conversation.due_at).asc().nulls_last(), newest_order_first)
    else:
        statement = statement.order_by(col(Conversation.last_message_at).desc(), newest_order_first)
    rows, total = await fetch_rows(db, statement, query)
    details_of_conversations = [
        ConversationDetails(conversation, order, side.unread) for conversation, order, side in rows
    ]
    await _load_users(db, details_of_conversations)
    await _add_messages(db, details_of_conversations, query.search)
    return details_of_conversations, total


def _select_matching_order_ids(words: str) -> Any:
    """Select the ids of orders whose number, title, buyer or messages contain the words."""
    by_order = select(col(Order.id)).where(contains_order_words(words))
    matching_users = select(col(UserCopy.id)).where(build_user_search_filter(words))
    by_buyer = select(col(Order.id)).where(col(Order.user_id).in_(matching_users))
    by_text = select(col(OrderMessage.order_id)).where(
        contains_text(OrderMessage.searched, words), col(OrderMessage.side).is_not(None)
    )
    return union(by_order, by_buyer, by_text)


async def _load_users(db: Session, conversations: Sequence[ConversationDetails]) -> None:
    buyer_ids = {details.order.user_id for details in conversations}
    assignee_ids = {details.conversation.assignee_id for details in conversations}
    user_ids = (buyer_ids | assignee_ids) - {None}
    users = {user.id: user for user in await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(user_ids)))}
    for details in conversations:
        details.buyer = users.get(details.order.user_id) if details.order.user_id else None
        assignee_id = details.conversation.assignee_id
        details.assignee = users.get(assignee_id) if assignee_id else None


def _select_newest_messages(ids: Sequence[UUID], *filters: ColumnElement[bool]) -> Select[OrderMessage]:
    """Select the newest message of each of these orders, among those that pass the filters on `OrderMessage`."""
    message_conditions = (col(OrderMessage.order_id) == col(Order.id), col(OrderMessage.side).is_not(None))
    newest_number = select(func.max(col(OrderMessage.number))).where(*message_conditions, *filters)
    shown_message = aliased(OrderMessage)
    statement = (
        select(shown_message).join(Order, col(Order.id) == col(shown_message.order_id)).where(col(Order.id).in_(ids))
    )
    return statement.where(col(shown_message.number) == newest_number.correlate(Order).scalar_subquery())


async def _add_messages(db: Session, conversations: Sequence[ConversationDetails], words: str | None) -> None:
    """Add the newest message of each conversation, or the newest one with the searched words."""
    ids = [details.order.id for details in conversations]
    shown_messages = {message.order_id: message for message in await db.scalars(_select_newest_messages(ids))}
    if words:
        matching_messages = _select_newest_messages(ids, contains_text(OrderMessage.searched, words))
        shown_messages |= {message.order_id: message for message in await db.scalars(matching_messages)}
    messages = await load_authors_and_files(db, list(shown_messages.values()))
    messages_by_order = {message_details.message.order_id: message_details for message_details in messages}
    for details in conversations:
        details.message = messages_by_order.get(details.order.id)


async def count_waiting_conversations(db: Session) -> int:
    """Count the conversations in which the buyer waits for an answer."""
    statement = select(func.count()).select_from(Conversation).where(col(Conversation.due_at).is_not(None))
    return await db.scalar(statement) or 0


async def lock_overdue_conversations(db: Session, now: datetime) -> list[tuple[Conversation, Order]]:
    """Return and lock conversations whose promised reply time has passed and that are not marked as overdue."""
    statement = (
        select(Conversation, Order)
        .join(Order, col(Order.id) == col(Conversation.order_id))
        .where(col(Conversation.due_at) <= now, col(Conversation.overdue_at).is_(None))
        .order_by(col(Conversation.due_at))
        .limit(MAX_LOCKED_AT_ONCE)
        .with_for_update(of=Conversation, skip_locked=True)
    )
    return [(conversation, order) for conversation, order in await db.execute(statement)]


class MissedSide(NamedTuple):
    """A side that has not read its messages for a while, with the conversation and the order."""

    side: ConversationSide
    conversation: Conversation
    order: Order


async def lock_sides_with_missed_messages(
    db: Session, *, kind: Literal["bell", "email"], before: datetime, not_since: datetime
) -> list[MissedSide]:
    """Return and lock sides with a message that is unread since `before` and that no notification covers.

    A side that was notified in this way after `not_since` waits.
    """
    if kind == "bell":
        since = col(ConversationSide.bell_since)
        last_sent_at = col(ConversationSide.bell_at)
    else:
        since = col(ConversationSide.email_since)
        last_sent_at = col(ConversationSide.email_at)
    statement = (
        select(ConversationSide, Conversation, Order)
        .join(Conversation, col(Conversation.order_id) == col(ConversationSide.order_id))
        .join(Order, col(Order.id) == col(ConversationSide.order_id))
        .where(since <= before, or_(last_sent_at.is_(None), last_sent_at <= not_since))
        .order_by(since)
        .limit(MAX_LOCKED_AT_ONCE)
        .with_for_update(of=ConversationSide, skip_locked=True)
    )
    return [MissedSide(side, conversation, order) for side, conversation, order in await db.execute(statement)]


async def find_first_unread_message(db: Session, side: ConversationSide) -> MessageDetails | None:
    """Return the oldest message of the other side that this side has not read."""
    other_side = "company" if side.side == "buyer" else "buyer"
    conditions = (
        col(OrderMessage.order_id) == side.order_id,
        col(OrderMessage.number) > side.read_number,
        col(OrderMessage.side) == other_side,
    )
    rows = list(await db.scalars(select(OrderMessage).where(*conditions).order_by(col(OrderMessage.number)).limit(1)))
    details_of_messages = await load_authors_and_files(db, rows)
    return details_of_messages[0] if details_of_messages else None


async def list_saved_replies(db: Session, query: SavedReplyQuery) -> tuple[Sequence[SavedReply], int]:
    return await fetch_list(db, SavedReply, query)


async def list_messages_of_buyer(db: Session, user_id: UUID, *, limit: int) -> list[MessageDetails]:
    """Return the messages in a user's orders, newest first."""
    order_ids = select(col(Order.id)).where(col(Order.user_id) == user_id)
    statement = select(OrderMessage).where(
        col(OrderMessage.order_id).in_(order_ids), col(OrderMessage.side).is_not(None)
    )
    newest_messages = statement.order_by(col(OrderMessage.at).desc(), col(OrderMessage.id).desc()).limit(limit)
    return await load_authors_and_files(db, list(await db.scalars(newest_messages)))
