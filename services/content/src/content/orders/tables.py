from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import Base, Entity, UtcDateTime
from contracts.content import Step
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import AutoString, Field

from content.orders.state_machine import OrderStatus
from content.records import Record


def _build_order_id_column(**options: Any) -> Any:
    return Column(ForeignKey("orders.id", ondelete="CASCADE"), nullable=False, **options)


class Order(Record, table=True):
    """A car on its way to a buyer, through seven steps."""

    entity: ClassVar[str] = "order"
    __tablename__ = "orders"
    __table_args__ = (
        Index("orders_of_user", "user_id", text("id DESC")),
        Index("orders_by_status", "status", text("id DESC")),
        Index("orders_made", "created_at"),
        Index("orders_changed", "updated_at"),
        Index("orders_by_price", "price_rub"),
        Index("orders_by_step", "current_step"),
        Index("orders_without_calculation", "calculation_id", postgresql_where=text("calculation IS NULL")),
    )
    number: str = Field(unique=True)
    # NULL after the buyer's erasure. The order itself is kept for five years, as the privacy page says.
    user_id: UUID | None = None
    title: str
    body_type: str | None = None
    route: str | None = None
    car_id: UUID | None = Field(default=None, sa_column=Column(ForeignKey("cars.id", ondelete="SET NULL"), index=True))
    price_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    calculation_id: UUID | None = None
    # The calculation at the time of the order. Later editions do not change it.
    # None is stored as SQL NULL, not JSON null: orders that wait for a calculation are selected by IS NULL.
    calculation: dict[str, Any] | None = Field(default=None, sa_column=Column(JSONB(none_as_null=True)))
    status: OrderStatus = Field(default="active", sa_type=AutoString)
    # The column has no default of its own: SQLAlchemy would also use it for None, the value of a finished order.
    current_step: Step | None = Field(default="consultation", sa_column=Column(AutoString))

    def get_audit_title(self) -> str:
        return f"{self.number}, {self.title}"


build_searchable(Order, "number", "title")


class OrderStep(Base, table=True):
    __tablename__ = "order_steps"
    order_id: UUID = Field(sa_column=_build_order_id_column(primary_key=True))
    key: str = Field(primary_key=True)
    position: int
    status: str = "pending"
    planned_from: date
    planned_to: date
    actual_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    note: str | None = None
    message: str | None = None
    delay: dict[str, Any] | None = Field(default=None, sa_column=Column(JSONB(none_as_null=True)))


class OrderDocument(Record, table=True):
    """A document of an order: from the company, or required from the client."""

    entity: ClassVar[str] = "order_paper"
    withheld: ClassVar[set[str]] = {"reason"}
    __tablename__ = "order_documents"
    order_id: UUID = Field(sa_column=_build_order_id_column(index=True))
    step: str
    title: str
    side: str
    status: str = "needed"
    reason: str | None = None
    due_on: date | None = None
    file_key: str | None = None
    file_name: str | None = None
    content_type: str | None = None
    size: int | None = None
    uploaded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    def get_audit_title(self) -> str:
        return self.title


class OrderReport(Entity, table=True):
    """A report about the delivery, with pictures. It is never edited."""

    __tablename__ = "order_reports"
    order_id: UUID = Field(sa_column=_build_order_id_column(index=True))
    step: str
    at: datetime = Field(sa_type=UtcDateTime)
    place: str | None = None
    text: str
    pictures: list[str] = Field(default_factory=list, sa_column=Column(ARRAY(Text), nullable=False))


class OrderHistory(Entity, table=True):
    """A change of an order: what, when, why and by whom. A trigger makes the table append-only."""

    __tablename__ = "order_history"
    order_id: UUID = Field(sa_column=_build_order_id_column(index=True))
    at: datetime = Field(sa_type=UtcDateTime)
    actor: str
    actor_id: UUID | None = None
    kind: str
    text: str
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))


class OrderShare(Entity, table=True):
    """A link that shows an order to anybody until it expires. Only the hash of its token is stored."""

    __tablename__ = "order_shares"
    order_id: UUID = Field(sa_column=_build_order_id_column(index=True))
    token_hash: bytes = Field(sa_column=Column(LargeBinary, nullable=False, unique=True))
    created_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Conversation(Base, table=True):
    """The conversation of an order: its newest number, who answers, and the reply deadline.

    Whoever adds to the timeline locks this row first, so numbers have no gaps and follow the order of commits.
    """

    __tablename__ = "conversations"
    __table_args__ = (
        Index("conversations_newest", text("last_message_at DESC"), text("order_id DESC")),
        Index("conversations_late", "due_at", postgresql_where=text("due_at IS NOT NULL AND overdue_at IS NULL")),
        Index("conversations_waiting", "due_at", postgresql_where=text("due_at IS NOT NULL")),
    )
    order_id: UUID = Field(sa_column=_build_order_id_column(primary_key=True))
    last_number: int = 0
    # The time of the newest message of a person. NULL while there are only changes of the order.
    last_message_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    assignee_id: UUID | None = Field(default=None, index=True)
    # When the oldest unanswered message of the buyer came, the deadline of the reply to it, and when that was missed.
    waiting_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    due_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    overdue_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ConversationSide(Base, table=True):
    """How far one side has read a conversation, and when it was notified of unread messages."""

    __tablename__ = "conversation_sides"
    __table_args__ = (
        Index("conversation_sides_unread", "order_id", postgresql_where=text("side = 'company' AND unread > 0")),
        Index("conversation_sides_bell", "bell_since", postgresql_where=text("bell_since IS NOT NULL")),
        Index("conversation_sides_email", "email_since", postgresql_where=text("email_since IS NOT NULL")),
    )
    order_id: UUID = Field(sa_column=_build_order_id_column(primary_key=True))
    side: str = Field(primary_key=True)
    read_number: int = 0
    read_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    unread: int = 0
    # `_since`: when the oldest unread message came that no notification of this kind covers.
    # `_at`: when the last notification of this kind was sent.
    bell_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    bell_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    email_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    email_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class OrderMessage(Entity, table=True):
    """An entry of the timeline of an order: a message, or a copy of a line of its history (with the id of that line).

    `side` is who wrote the message. It is None for a change of the order, and `event` is the kind of that change.
    """

    __tablename__ = "order_messages"
    __table_args__ = (
        UniqueConstraint("order_id", "number", name="order_messages_numbers"),
        UniqueConstraint("author_id", "idempotency_key", name="order_messages_once"),
        Index("order_messages_by_time", "order_id", "at"),
    )
    # The text that administrators search.
    searched: ClassVar[ColumnElement[str]]
    order_id: UUID = Field(sa_column=_build_order_id_column())
    number: int
    at: datetime = Field(sa_type=UtcDateTime)
    side: str | None = None
    event: str | None = None
    author_id: UUID | None = None
    text: str = ""
    idempotency_key: str | None = None


build_searchable(OrderMessage, "text")


class MessageAttachment(Entity, table=True):
    """A file of a message. `message_id` is NULL until the message is sent. Only the author can attach the file."""

    __tablename__ = "message_attachments"
    __table_args__ = (
        Index("message_attachments_unsent", "created_at", postgresql_where=text("message_id IS NULL")),
        Index("message_attachments_of_author", "author_id"),
    )
    order_id: UUID = Field(sa_column=_build_order_id_column(index=True))
    message_id: UUID | None = Field(
        default=None, sa_column=Column(ForeignKey("order_messages.id", ondelete="CASCADE"), index=True)
    )
    position: int = 0
    side: str
    author_id: UUID | None = None
    file_key: str
    # A smaller copy of a picture, for the timeline.
    preview_key: str | None = None
    file_name: str
    content_type: str
    size: int
    width: int | None = None
    height: int | None = None
    created_at: datetime = Field(sa_type=UtcDateTime)


class SavedCalculation(Base, table=True):
    """A copy of a saved calculation, from which an order can be created."""

    __tablename__ = "saved_calculations"
    id: UUID = Field(primary_key=True)
    user_id: UUID | None = Field(default=None, index=True)
    edition: str
    total_customs: int = Field(sa_column=Column(BigInteger, nullable=False))
    total: int = Field(sa_column=Column(BigInteger, nullable=False))
    saved_at: datetime = Field(sa_type=UtcDateTime)
