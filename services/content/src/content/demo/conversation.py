"""The conversation of a demo order: messages of both sides among the changes of the order, with pictures."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chassis.database.tables import new_id
from PIL import Image

from content import opening_hours
from content.conversations.tables import SavedReply
from content.demo.content import make_staff_id
from content.orders.tables import (
    Conversation,
    ConversationSide,
    MessageAttachment,
    Order,
    OrderHistory,
    OrderMessage,
)
from content.records import build_record
from content.runtime import Session

PICTURES = Path(__file__).parent / "pictures"
MANAGER_ID = make_staff_id(2)
GREETING = "Добрый день! Я веду ваш заказ. Пишите сюда о машине, документах и сроках."
TAX_NUMBER_REQUEST = "Для таможни нужен ваш ИНН: приложите его в разделе «Документы», пожалуйста."


async def add(db: Session, order: Order, history: Sequence[OrderHistory], messages: Sequence[dict[str, Any]]) -> None:
    """Add the timeline of an order, and two saved replies. The company has not read the last message."""
    entries: list[tuple[OrderMessage, list[str]]] = [
        (OrderMessage(id=entry.id, order_id=order.id, number=0, at=entry.at, event=entry.kind, text=entry.text), [])
        for entry in history
    ]
    for fields in messages:
        author_id = order.user_id if fields["side"] == "buyer" else MANAGER_ID
        message = OrderMessage(
            order_id=order.id, number=0, at=fields["at"], side=fields["side"], text=fields["text"], author_id=author_id
        )
        entries.append((message, fields.get("pictures", [])))
    # Numbers follow from the order by time.
    entries.sort(key=lambda entry: entry[0].at)
    for number, (message, _) in enumerate(entries, start=1):
        message.number = number
    db.add_all(message for message, _ in entries)
    await db.flush()
    for message, names in entries:
        for position, name in enumerate(names):
            await _attach(db, message, name, position)
    last_number = len(entries)

    newest_message = entries[-1][0]
    minutes = db.runtime.settings.reply_minutes
    due_at = opening_hours.compute_deadline(newest_message.at, minutes=minutes, hours=opening_hours.OpeningHours())
    db.add(
        Conversation(
            order_id=order.id,
            last_number=last_number,
            last_message_at=newest_message.at,
            assignee_id=MANAGER_ID,
            waiting_since=newest_message.at,
            due_at=due_at,
            overdue_at=due_at if due_at <= db.now() else None,
        )
    )
    db.add(ConversationSide(order_id=order.id, side="buyer", read_number=last_number))
    db.add(ConversationSide(order_id=order.id, side="company", read_number=last_number - 1, unread=1))
    db.add(build_record(db, SavedReply, title="Приветствие", text=GREETING))
    db.add(build_record(db, SavedReply, title="Нужен ИНН", text=TAX_NUMBER_REQUEST))
    await db.flush()


async def _attach(db: Session, message: OrderMessage, name: str, position: int) -> None:
    content = (PICTURES / f"{name}.webp").read_bytes()
    id = new_id()
    key = f"messages/{message.order_id}/{id}.webp"
    await db.runtime.storage.put(key, content)
    width, height = Image.open(io.BytesIO(content)).size
    db.add(
        MessageAttachment(
            id=id,
            order_id=message.order_id,
            message_id=message.id,
            position=position,
            side=message.side or "company",
            author_id=message.author_id,
            file_key=key,
            preview_key=key,
            file_name=f"{name}.webp",
            content_type="image/webp",
            size=len(content),
            width=width,
            height=height,
            created_at=message.at,
        )
    )
    await db.flush()
