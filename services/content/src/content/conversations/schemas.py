from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import PRINTABLE_CHECK, Search, limit_length
from contracts.envelopes import Answer
from fastapi import Header
from pydantic import BaseModel, Field, model_validator

from content.fields import Assignee, Day, Line
from content.orders.state_machine import OrderStatus
from content.records import Changes, RecordRead

ConversationSideName = Literal["buyer", "company"]
MAX_TEXT_LENGTH = 4000
MAX_ATTACHMENTS = 10
MessageText = Annotated[str, limit_length(None, MAX_TEXT_LENGTH), PRINTABLE_CHECK]
# The client chooses a key for each message, and keeps it while it tries to send the message.
IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key", min_length=8, max_length=64)]
MessageNumber = Annotated[int, Field(ge=0, le=2**31 - 1)]


class AttachmentRead(BaseModel):
    """A file of a message. Only a picture has `preview_url`, `width` and `height`."""

    id: UUID
    file_name: str
    content_type: str
    size: int
    width: int | None
    height: int | None
    url: str
    preview_url: str | None


class AttachmentAnswer(Answer):
    attachment: AttachmentRead


class MessageRead(BaseModel):
    """An entry of the timeline. A change of the order has no `side`, and `event` is the kind of the change.

    Only the caller's own messages have an `idempotency_key`, by which a client finds the messages that it has queued.
    """

    id: UUID
    number: int
    at: datetime
    side: ConversationSideName | None
    event: str | None
    author_name: str | None
    is_own: bool
    text: str
    attachments: list[AttachmentRead]
    idempotency_key: str | None


class ReadNumbers(BaseModel):
    """The number up to which each side has read."""

    buyer: int
    company: int


class Timeline(Answer):
    """A page of the timeline, oldest first, and the state of the conversation.

    `last_number` is the number of the newest entry; numbers begin at 1 and have no gaps before an erasure. `reply_by`
    is the time by which the company promises to answer.
    """

    messages: list[MessageRead]
    last_number: int
    read: ReadNumbers
    unread: int
    assignee_name: str | None
    reply_by: datetime | None
    can_write: bool


class AdminTimeline(Timeline):
    """A page of the timeline for managers, with the manager who answers and the reply deadline."""

    assignee_id: UUID | None
    waiting_since: datetime | None
    overdue_at: datetime | None


class TimelineQuery(BaseModel):
    """The page: entries before or after a number, around it, or from a day (Moscow). By default the newest ones."""

    before: MessageNumber | None = None
    after: MessageNumber | None = None
    around: MessageNumber | None = None
    day: Day | None = None
    limit: int = Field(50, ge=1, le=100)

    @model_validator(mode="after")
    def _check_single_position(self) -> Self:
        if sum(value is not None for value in (self.before, self.after, self.around, self.day)) > 1:
            raise ValueError("Укажите одно из before, after, around и day")
        return self


class MessageCreate(BaseModel):
    text: MessageText = ""
    attachment_ids: Annotated[list[UUID], Field(max_length=MAX_ATTACHMENTS)] = []


class MessageAnswer(Answer):
    message: MessageRead


class ReadUpTo(BaseModel):
    number: MessageNumber


class ReadAnswer(Answer):
    read: ReadNumbers
    unread: int


class AssigneeUpdate(BaseModel):
    assignee_id: UUID | None


class ConversationQuery(PageQuery):
    """`unread`: the company has unread messages. `waiting`: the buyer waits for an answer. `overdue`: the buyer has
    waited longer than promised.

    False selects the conversations for which this is not true.
    """

    unread: bool | None = None
    waiting: bool | None = None
    overdue: bool | None = None
    assignee_id: Assignee | None = None
    search: Search | None = None
    sort: Literal["-last_message_at", "due_at"] = "-last_message_at"


class FoundMessage(BaseModel):
    """The newest message with the searched words, or the newest message of all."""

    number: int
    at: datetime
    side: ConversationSideName
    text: str
    attachments: int


class ConversationRead(BaseModel):
    """A conversation in the managers' list."""

    order_id: UUID
    order_number: str
    order_title: str
    order_status: OrderStatus
    user_id: UUID | None
    user_name: str | None
    user_email: str | None
    unread: int
    assignee_id: UUID | None
    assignee_name: str | None
    last_message_at: datetime | None
    waiting_since: datetime | None
    due_at: datetime | None
    overdue_at: datetime | None
    message: FoundMessage | None


class SavedReplyCreate(BaseModel):
    title: Line
    text: Annotated[str, limit_length(1, MAX_TEXT_LENGTH), PRINTABLE_CHECK]


class SavedReplyUpdate(SavedReplyCreate, Changes):
    pass


class SavedReplyRead(RecordRead):
    title: str
    text: str


class SavedReplyQuery(PageQuery):
    search: Search | None = None
    sort: Literal["title", "-title", "-created_at"] = "title"
