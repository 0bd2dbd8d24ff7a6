"""Personal data of conversations. An erasure deletes the messages of the user's orders with their files.

The orders and their history stay. Conversations are erased before the orders, which then lose the id of their buyer.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.personal_data import MAX_ROWS, PersonalData
from sqlalchemy import delete, update
from sqlmodel import col

from content.conversations import queries
from content.orders import queries as orders
from content.orders import timeline
from content.orders.tables import Conversation, ConversationSide, MessageAttachment, OrderMessage
from content.runtime import Session


async def _erase(db: Session, user_id: UUID, at: datetime) -> None:
    ids = await orders.list_order_ids_of_user(db, user_id)
    await timeline.delete_files(db, ids)
    await db.execute(delete(MessageAttachment).where(col(MessageAttachment.order_id).in_(ids)))
    is_message = col(OrderMessage.side).is_not(None)
    await db.execute(delete(OrderMessage).where(col(OrderMessage.order_id).in_(ids), is_message))
    conversations = update(Conversation).where(col(Conversation.order_id).in_(ids))
    await db.execute(conversations.values(last_message_at=None, waiting_since=None, due_at=None, overdue_at=None))
    sides = update(ConversationSide).where(col(ConversationSide.order_id).in_(ids))
    await db.execute(sides.values(unread=0, bell_since=None, bell_at=None, email_since=None, email_at=None))


async def _export(db: Session, user_id: UUID) -> dict[str, Any]:
    """Export the messages of both sides in the user's orders."""
    details_of_messages = await queries.list_messages_of_buyer(db, user_id, limit=MAX_ROWS)
    messages = [
        message_details.message.model_dump(mode="json", include={"order_id", "number", "at", "side", "text"})
        | {"files": [file.file_name for file in message_details.attachments]}
        for message_details in details_of_messages
    ]
    return {"messages": messages}


PERSONAL_DATA = PersonalData(
    cleared=(OrderMessage.author_id, MessageAttachment.author_id),
    # This column holds the id of an employee.
    kept=(Conversation.assignee_id,),
    erase=_erase,
    export=_export,
)
