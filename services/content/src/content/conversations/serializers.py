"""Conversion of conversation rows to the models of the API."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from content.conversations.queries import ConversationDetails, MessageDetails
from content.conversations.schemas import (
    AttachmentRead,
    ConversationRead,
    FoundMessage,
    MessageRead,
    ReadNumbers,
    Timeline,
)
from content.orders.serializers import CLIENT_PATH
from content.orders.tables import Conversation, ConversationSide, MessageAttachment, Order
from content.users.tables import UserCopy

T = TypeVar("T", bound=Timeline)
EXCERPT_LENGTH = 200


def serialize_attachment(row: MessageAttachment, *, base_path: str = CLIENT_PATH) -> AttachmentRead:
    url = f"{base_path}/{row.order_id}/attachments/{row.id}/file"
    preview_url = f"{url}?preview=true" if row.preview_key else None
    return AttachmentRead(**row.model_dump(), url=url, preview_url=preview_url)


def _get_first_name(user: UserCopy | None) -> str | None:
    """Return the first name of a user, or None without a user or without a name."""
    if user is None:
        return None
    return user.first_name or None


def serialize_message(details: MessageDetails, *, caller_id: UUID, base_path: str = CLIENT_PATH) -> MessageRead:
    """Convert an entry of the timeline. Only the first name of its author is shown."""
    message = details.message
    is_own = message.author_id == caller_id
    return MessageRead(
        **message.model_dump(exclude={"idempotency_key"}),
        author_name=_get_first_name(details.author),
        is_own=is_own,
        attachments=[serialize_attachment(attachment, base_path=base_path) for attachment in details.attachments],
        idempotency_key=message.idempotency_key if is_own else None,
    )


def serialize_read_numbers(sides: Mapping[str, ConversationSide]) -> ReadNumbers:
    buyer = sides.get("buyer")
    company = sides.get("company")
    return ReadNumbers(buyer=buyer.read_number if buyer else 0, company=company.read_number if company else 0)


def serialize_timeline(
    kind: type[T],
    order: Order,
    conversation: Conversation,
    sides: Mapping[str, ConversationSide],
    assignee: UserCopy | None,
    messages: Sequence[MessageRead],
    *,
    side: str,
) -> T:
    """Convert a page of the timeline, for the buyer or for managers (`side`)."""
    own_side = sides.get(side)
    fields: dict[str, Any] = conversation.model_dump() | {
        "messages": messages,
        "read": serialize_read_numbers(sides),
        "unread": own_side.unread if own_side else 0,
        "assignee_name": _get_first_name(assignee),
        "reply_by": conversation.due_at,
        "can_write": order.user_id is not None,
    }
    return kind.model_validate(fields)


def shorten(text: str) -> str:
    """Shorten a text to one line for lists and notifications."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT_LENGTH else line[: EXCERPT_LENGTH - 1].rstrip() + "…"


def serialize_conversation(details: ConversationDetails) -> ConversationRead:
    """Convert a row of the managers' list."""
    order = details.order
    message_details = details.message
    message = None
    if message_details is not None:
        message = FoundMessage(
            **message_details.message.model_dump(include={"number", "at", "side"}),
            text=shorten(message_details.message.text),
            attachments=len(message_details.attachments),
        )
    return ConversationRead(
        **details.conversation.model_dump(exclude={"last_number"}),
        order_number=order.number,
        order_title=order.title,
        order_status=order.status,
        user_id=order.user_id,
        user_name=details.buyer.name if details.buyer else None,
        user_email=details.buyer.email if details.buyer else None,
        unread=details.unread,
        assignee_name=details.assignee.name if details.assignee else None,
        message=message,
    )
