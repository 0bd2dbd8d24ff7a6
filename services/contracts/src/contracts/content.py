"""Events published by the content service."""

from datetime import datetime
from decimal import Decimal
from typing import ClassVar, Literal
from uuid import UUID

from contracts.event import Event

Step = Literal["consultation", "search", "check", "purchase", "logistics", "customs", "handover"]
PaymentStatus = Literal["pending", "waiting", "paid", "cancelled", "refunded"]
BookingStatus = Literal["requested", "confirmed", "cancelled"]
RequestKind = Literal["selection", "consultation", "calculation", "order", "trade_in", "callback"]
REQUEST_KINDS: dict[str, str] = {
    "selection": "Подбор автомобиля",
    "consultation": "Консультация",
    "calculation": "Расчёт стоимости",
    "order": "Заказ услуги",
    "trade_in": "Обмен автомобиля",
    "callback": "Обратный звонок",
}


class CommentEvent(Event):
    comment_id: UUID
    post_id: UUID
    user_id: UUID
    post_title: str
    post_slug: str


class CommentCreated(CommentEvent):
    """A user wrote a comment, which waits for moderation."""

    type: ClassVar[str] = "content.comment.created"
    author_name: str
    excerpt: str


class CommentApproved(CommentEvent):
    """A moderator published a comment."""

    type: ClassVar[str] = "content.comment.approved"


class CommentRejected(CommentEvent):
    """A moderator refused a comment."""

    type: ClassVar[str] = "content.comment.rejected"
    reason: str


class ContactReceived(Event):
    """A visitor wrote to the company; the text itself stays in the content service."""

    type: ClassVar[str] = "content.contact.received"
    contact_id: UUID
    reference: str
    name: str
    subject: str | None = None
    user_id: UUID | None = None


class ContactOverdue(Event):
    """Nobody answered a message within the promised time. Earlier releases published requests so, too."""

    type: ClassVar[str] = "content.contact.overdue"
    contact_id: UUID
    reference: str
    name: str
    kind: Literal["contact", "request"]


class RequestOverdue(Event):
    """Nobody answered a request within the promised time."""

    type: ClassVar[str] = "content.request.overdue"
    request_id: UUID
    reference: str
    name: str


class RequestCreated(Event):
    """A visitor or a user sent a request: a selection, a calculation, a trade-in or a call."""

    type: ClassVar[str] = "content.request.created"
    request_id: UUID
    reference: str
    kind: str
    name: str
    user_id: UUID | None = None
    car_title: str | None = None


class OrderEvent(Event):
    order_id: UUID
    user_id: UUID
    title: str
    number: str


class OrderCreated(OrderEvent):
    """An order was created for a buyer."""

    type: ClassVar[str] = "content.order.created"


class OrderCopied(Event):
    """Whose an order is, for the one service that asked for all orders (`make replay`)."""

    type: ClassVar[str] = "content.order.copied"
    order_id: UUID
    user_id: UUID
    audience: str


class OrderAdvanced(OrderEvent):
    """An order reached its next step."""

    type: ClassVar[str] = "content.order.advanced"
    step: Step
    step_title: str
    note: str | None = None


class OrderChanged(OrderEvent):
    """Planned dates, documents or the reason of a delay changed without a new step; `removed`: the order is deleted."""

    type: ClassVar[str] = "content.order.changed"
    change: str
    removed: bool = False


class BookingEvent(Event):
    booking_id: UUID
    user_id: UUID
    kind: str
    title: str | None = None
    starts_at: datetime
    status: BookingStatus


class BookingCreated(BookingEvent):
    """A meeting is requested or scheduled. `title` is its kind as the buyer reads it in the personal area."""

    type: ClassVar[str] = "content.booking.created"


class BookingChanged(BookingEvent):
    """A booking was moved, confirmed or cancelled."""

    type: ClassVar[str] = "content.booking.changed"


class PaymentRecorded(Event):
    """Money is asked for, came or went back. `change` says what else became of the record in the same state."""

    type: ClassVar[str] = "content.payment.recorded"
    payment_id: UUID
    order_id: UUID
    user_id: UUID
    order_title: str
    amount_rub: Decimal
    kind: Literal["deposit", "payment", "refund"]
    status: PaymentStatus
    change: Literal["details", "receipt", "removed"] | None = None


class FavoritePriceChanged(Event):
    """The price in Russia of a car somebody keeps in favourites has changed."""

    type: ClassVar[str] = "content.favorite.price_changed"
    car_id: UUID
    user_id: UUID
    car_title: str
    car_slug: str
    old_price_rub: int
    new_price_rub: int


class PostPublished(Event):
    """An article was published."""

    type: ClassVar[str] = "content.post.published"
    post_id: UUID
    slug: str
    title: str
    excerpt: str
    category: str


class SettingsChanged(Event):
    """The site settings as they are now; consumers keep a copy for emails and pages."""

    type: ClassVar[str] = "content.settings.changed"
    site_name: str
    site_description: str
    contact_phone: str
    contact_email: str
    contact_address: str
    showroom_address: str
    working_hours: str
    russian_only: bool = False
