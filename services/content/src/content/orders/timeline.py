"""The timeline of an order: entries are numbered under a lock, and the lines of the history are copied to it."""

from collections.abc import Sequence
from uuid import UUID

from chassis.features.storage import delete_after_commit
from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert

from content.orders import live_hints, queries
from content.orders.tables import Conversation, ConversationSide
from content.runtime import Session

SIDES = ("buyer", "company")
# An entry has the id of its history line, so each line is copied once. Releases before the timeline write lines without
# entries. Such lines are copied with the next entry of the order.
COPY_HISTORY = text("""
INSERT INTO order_messages (id, order_id, number, at, event, text)
SELECT id, order_id, :last + row_number() OVER (ORDER BY at, id), at, kind, text FROM order_history AS line
WHERE order_id = :order_id AND NOT EXISTS (SELECT FROM order_messages AS entry WHERE entry.id = line.id)
RETURNING number
""")


async def lock_conversation(db: Session, order_id: UUID) -> Conversation:
    """Lock the conversation of an order until the end of the transaction, and copy missing lines of the history to it.

    The order is locked first, as in every change of an order, so that two transactions cannot deadlock.
    """
    await db.flush()
    await queries.lock_order_key(db, order_id)
    await db.execute(insert(Conversation).values(order_id=order_id, last_number=0).on_conflict_do_nothing())
    sides = [{"order_id": order_id, "side": side, "read_number": 0, "unread": 0} for side in SIDES]
    await db.execute(insert(ConversationSide).values(sides).on_conflict_do_nothing())
    conversation = await db.get_one(Conversation, order_id, with_for_update=True, populate_existing=True)
    copied_entries = await db.scalars(COPY_HISTORY, {"last": conversation.last_number, "order_id": order_id})
    conversation.last_number = max([conversation.last_number, *copied_entries])
    db.add(conversation)
    await db.flush()
    return conversation


async def add_history(db: Session, order_ids: Sequence[UUID]) -> None:
    """Add the new lines of the history of these orders to their timelines."""
    for order_id in sorted(set(order_ids)):
        conversation = await lock_conversation(db, order_id)
        buyer_id = await queries.find_buyer_id(db, order_id)
        live_hints.announce(db, order_id, buyer_id, kind="entry", number=conversation.last_number)


async def delete_files(db: Session, order_ids: Sequence[UUID]) -> None:
    """Delete the files of messages, sent or unsent, after the commit. Their rows are deleted with the orders."""
    for key in await queries.list_attachment_keys(db, order_ids):
        delete_after_commit(db, key)
