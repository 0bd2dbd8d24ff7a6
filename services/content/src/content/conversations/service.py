"""Rules of the conversation of an order: sending, reading, who answers, and the reply deadline."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from chassis.events import outbox
from chassis.fields import trim
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, StaleVersion, raises, require_found
from contracts.content import MessageRefused
from contracts.notifications import TelegramReplied

from content import editing, opening_hours
from content.conversations import queries, serializers
from content.conversations.errors import BuyerErased, IdempotencyKeyReused
from content.conversations.queries import MessageDetails
from content.conversations.schemas import (
    AdminTimeline,
    AssigneeUpdate,
    ConversationSideName,
    MessageCreate,
    MessageRead,
    ReadAnswer,
    SavedReplyCreate,
    SavedReplyUpdate,
    Timeline,
    TimelineQuery,
)
from content.conversations.tables import SavedReply
from content.orders import live_hints, timeline
from content.orders import queries as orders
from content.orders.serializers import ADMIN_PATH, CLIENT_PATH
from content.orders.tables import Conversation, ConversationSide, MessageAttachment, Order, OrderMessage
from content.records import build_record
from content.runtime import ContentRuntime, Session
from content.site import service as site
from content.users import service as users
from content.users.tables import UserCopy

BUYER: Literal["buyer"] = "buyer"
COMPANY: Literal["company"] = "company"
BASE_PATHS = {BUYER: CLIENT_PATH, COMPANY: ADMIN_PATH}


@raises(NotFound)
async def get_order(db: Session, id: UUID, *, side: ConversationSideName, caller: Principal) -> Order:
    """Return the caller's own order, or any order for the company."""
    if side == BUYER:
        return await orders.get_own_order(db, id, caller=caller)
    return require_found(await db.get(Order, id), "Такого заказа нет")


async def read_timeline(
    db: Session, id: UUID, query: TimelineQuery, *, side: ConversationSideName, caller: Principal
) -> Timeline:
    """Return a page of the timeline of an order. Managers get an `AdminTimeline`. Raises NotFound."""
    order = await get_order(db, id, side=side, caller=caller)
    details_of_messages = await queries.load_timeline_page(db, id, query)
    conversation = await db.get(Conversation, id) or Conversation(order_id=id)
    sides = await queries.get_sides(db, id)
    assignee = await db.get(UserCopy, conversation.assignee_id) if conversation.assignee_id else None
    messages = [_serialize(message_details, side=side, caller=caller) for message_details in details_of_messages]
    kind = Timeline if side == BUYER else AdminTimeline
    return serializers.serialize_timeline(kind, order, conversation, sides, assignee, messages, side=side)


def _serialize(details: MessageDetails, *, side: ConversationSideName, caller: Principal) -> MessageRead:
    return serializers.serialize_message(details, caller_id=caller.id, base_path=BASE_PATHS[side])


@raises(BuyerErased, IdempotencyKeyReused, NotFound, Invalid)
async def send(
    db: Session, id: UUID, body: MessageCreate, *, key: str, side: ConversationSideName, caller: Principal
) -> MessageRead:
    """Add a message to the conversation. A repeated idempotency key returns the message sent before."""
    order = await get_order(db, id, side=side, caller=caller)
    text = trim(body.text)
    ids = list(dict.fromkeys(body.attachment_ids))

    conversation = await timeline.lock_conversation(db, id)
    earlier_message = await queries.find_sent_message(db, author_id=caller.id, key=key)
    if earlier_message is not None:
        return await _read_earlier_message(db, earlier_message, id, text, ids, side=side, caller=caller)

    if order.user_id is None:
        raise BuyerErased
    if not text and not ids:
        raise Invalid(text="Напишите сообщение или приложите файл")
    files = await queries.lock_unsent_files(db, id, ids, author_id=caller.id)
    if len(files) < len(ids):
        raise Invalid(attachment_ids="Файл больше не хранится: приложите его снова")

    attached_files = [files[attachment_id] for attachment_id in ids]
    message = await _add_message(
        db, order, conversation, text=text, files=attached_files, key=key, side=side, author_id=caller.id
    )
    author = await db.get(UserCopy, caller.id)
    return _serialize(MessageDetails(message, author, attached_files), side=side, caller=caller)


async def _add_message(
    db: Session,
    order: Order,
    conversation: Conversation,
    *,
    text: str,
    files: Sequence[MessageAttachment],
    key: str,
    side: ConversationSideName,
    author_id: UUID,
) -> OrderMessage:
    """Add a message to a locked conversation, count it as unread, and announce it to open pages."""
    conversation.last_number += 1
    message = OrderMessage(
        order_id=order.id,
        number=conversation.last_number,
        at=db.now(),
        side=side,
        author_id=author_id,
        text=text,
        idempotency_key=key,
    )
    db.add(message)
    await db.flush()
    for position, file in enumerate(files):
        file.message_id = message.id
        file.position = position
        db.add(file)
    conversation.last_message_at = message.at
    await _update_reply_deadline(db, conversation, message)
    await _count_unread(db, message)
    await db.flush()
    live_hints.announce(db, order.id, order.user_id, kind="entry", number=message.number)
    return message


async def add_telegram_reply(db: Session, reply: TelegramReplied) -> None:
    """Add a buyer's reply in Telegram to the conversation. A repeated event adds nothing.

    If the order is not the buyer's any more, the reply is refused, and an event notifies the buyer.
    """
    order = await db.get(Order, reply.order_id)
    if order is None or order.user_id != reply.user_id:
        await outbox.record(db, MessageRefused(order_id=reply.order_id, user_id=reply.user_id))
        return
    conversation = await timeline.lock_conversation(db, order.id)
    key = f"telegram-{reply.update_id}"
    if await queries.find_sent_message(db, author_id=reply.user_id, key=key):
        return
    await _add_message(db, order, conversation, text=reply.text, files=[], key=key, side=BUYER, author_id=reply.user_id)


async def _read_earlier_message(
    db: Session,
    message: OrderMessage,
    order_id: UUID,
    text: str,
    ids: Sequence[UUID],
    *,
    side: ConversationSideName,
    caller: Principal,
) -> MessageRead:
    """Return the message that was sent with this key. Raises IdempotencyKeyReused for a different message."""
    [message_details] = await queries.load_authors_and_files(db, [message])
    sent_ids = [attachment.id for attachment in message_details.attachments]
    if (message.order_id, message.text, sent_ids) != (order_id, text, list(ids)):
        raise IdempotencyKeyReused
    return _serialize(message_details, side=side, caller=caller)


async def _update_reply_deadline(db: Session, conversation: Conversation, message: OrderMessage) -> None:
    """Set the reply deadline at the first unanswered message of the buyer. A message of the company clears it."""
    if message.side == COMPANY:
        _clear_reply_deadline(conversation)
    elif conversation.due_at is None:
        minutes = db.runtime.settings.reply_minutes
        hours = await site.read_opening_hours(db)
        conversation.waiting_since = message.at
        conversation.due_at = opening_hours.compute_deadline(message.at, minutes=minutes, hours=hours)
    db.add(conversation)


def _clear_reply_deadline(conversation: Conversation) -> None:
    conversation.waiting_since = None
    conversation.due_at = None
    conversation.overdue_at = None


async def _count_unread(db: Session, message: OrderMessage) -> None:
    """Count the message as unread for the other side, which is notified of it after a while."""
    other_side = COMPANY if message.side == BUYER else BUYER
    key = (message.order_id, other_side)
    receiver = await db.get_one(ConversationSide, key, with_for_update=True, populate_existing=True)
    receiver.unread += 1
    receiver.bell_since = receiver.bell_since or message.at
    receiver.email_since = receiver.email_since or message.at
    db.add(receiver)


async def mark_read(db: Session, id: UUID, number: int, *, side: ConversationSideName, caller: Principal) -> ReadAnswer:
    """Mark the entries up to a number as read. A smaller number than before changes nothing. Raises NotFound."""
    order = await get_order(db, id, side=side, caller=caller)
    conversation = await timeline.lock_conversation(db, id)
    sides = await queries.get_sides(db, id, lock=True)
    own_side = sides[side]
    read_number = min(number, conversation.last_number)
    if read_number > own_side.read_number:
        own_side.read_number = read_number
        own_side.read_at = db.now()
        await _recount_unread(db, own_side)
        db.add(own_side)
        await db.flush()
        live_hints.announce(db, id, order.user_id, kind="read", number=read_number)
    return ReadAnswer(read=serializers.serialize_read_numbers(sides), unread=own_side.unread)


async def _recount_unread(db: Session, own_side: ConversationSide) -> None:
    """Recount the messages that this side has not read. If there are none, the next message begins a new burst."""
    other_side = COMPANY if own_side.side == BUYER else BUYER
    unread = await queries.count_unread_messages(
        db, own_side.order_id, written_by=other_side, after=own_side.read_number
    )
    own_side.unread = unread.messages
    if unread.oldest_at is None:
        own_side.bell_since = None
        own_side.bell_at = None
        own_side.email_since = None
        own_side.email_at = None
        return
    if own_side.bell_since is not None:
        own_side.bell_since = max(own_side.bell_since, unread.oldest_at)
    if own_side.email_since is not None:
        own_side.email_since = max(own_side.email_since, unread.oldest_at)


async def announce_typing(
    db: Session, runtime: ContentRuntime, id: UUID, *, side: ConversationSideName, caller: Principal
) -> None:
    """Show the other side that the caller is typing. Nothing is stored. Raises NotFound."""
    order = await get_order(db, id, side=side, caller=caller)
    live_hints.announce_typing(runtime, id, order.user_id, side=side, name=caller.first_name)


async def assign(db: Session, id: UUID, body: AssigneeUpdate, *, caller: Principal) -> None:
    """Set or remove the employee who answers the buyer. Raises NotFound, Invalid."""
    order = await get_order(db, id, side=COMPANY, caller=caller)
    conversation = await timeline.lock_conversation(db, id)
    changes = {"assignee_id": body.assignee_id}
    await users.check_employee(db, changes, field="assignee_id", before=conversation.assignee_id)
    if conversation.assignee_id == body.assignee_id:
        return
    conversation.assignee_id = body.assignee_id
    db.add(conversation)
    editing.record_action(db, order, "assign", caller=caller, changes=changes)
    live_hints.announce(db, id, order.user_id, kind="handling")


async def settle(db: Session, id: UUID, *, caller: Principal) -> None:
    """Clear the reply deadline without an answer, for a message that needs none. Raises NotFound."""
    order = await get_order(db, id, side=COMPANY, caller=caller)
    conversation = await timeline.lock_conversation(db, id)
    if conversation.due_at is None:
        return
    _clear_reply_deadline(conversation)
    db.add(conversation)
    editing.record_action(db, order, "settle", caller=caller)
    live_hints.announce(db, id, order.user_id, kind="handling")


async def create_reply(db: Session, body: SavedReplyCreate, *, caller: Principal) -> SavedReply:
    """Save a text for messages."""
    reply = build_record(db, SavedReply, **body.model_dump())
    editing.add_record(db, reply, caller=caller, changes={"title": reply.title})
    return reply


@raises(NotFound, StaleVersion)
async def change_reply(db: Session, id: UUID, body: SavedReplyUpdate, *, caller: Principal) -> SavedReply:
    """Change a saved text."""
    reply, changes = await editing.lock_to_change(db, SavedReply, id, body)
    editing.apply_changes(db, reply, changes, caller=caller)
    return reply
