"""Events published by the content service."""

from datetime import date, datetime
from decimal import Decimal
from typing import ClassVar, Literal
from uuid import UUID

from pydantic import BaseModel

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
    """A moderator rejected a comment."""

    type: ClassVar[str] = "content.comment.rejected"
    reason: str


class ContactReceived(Event):
    """A visitor wrote to the company. The text stays in the content service."""

    type: ClassVar[str] = "content.contact.received"
    contact_id: UUID
    reference: str
    name: str
    subject: str | None = None
    user_id: UUID | None = None
    due_at: datetime | None = None


class ContactOverdue(Event):
    """Nobody answered a message within the promised time. Earlier releases published this event for requests too."""

    type: ClassVar[str] = "content.contact.overdue"
    contact_id: UUID
    reference: str
    name: str
    kind: Literal["contact", "request"]
    due_at: datetime | None = None


class RequestOverdue(Event):
    """Nobody answered a request within the promised time."""

    type: ClassVar[str] = "content.request.overdue"
    request_id: UUID
    reference: str
    name: str
    due_at: datetime | None = None


class RequestCreated(Event):
    """A visitor or a user sent a request: a selection, a calculation, a trade-in or a call."""

    type: ClassVar[str] = "content.request.created"
    request_id: UUID
    reference: str
    kind: str
    name: str
    user_id: UUID | None = None
    car_title: str | None = None
    due_at: datetime | None = None


class RequestWithdrawn(Event):
    """A user cancelled a request that had no time yet, so nobody needs to call."""

    type: ClassVar[str] = "content.request.withdrawn"
    request_id: UUID
    title: str
    name: str


class RequestsClaimed(Event):
    """Requests that a guest sent came into the account that was registered with their email address.

    `references` are the numbers of the requests that are still open, oldest first.
    """

    type: ClassVar[str] = "content.request.claimed"
    user_id: UUID
    references: list[str]


class OrderEvent(Event):
    order_id: UUID
    user_id: UUID
    title: str
    number: str


class OrderCreated(OrderEvent):
    """An order was created for a buyer. `planned_to` is the planned end of its first step, the consultation."""

    type: ClassVar[str] = "content.order.created"
    planned_to: date | None = None


class OrderCopied(Event):
    """The owner of an order was published again, for a service that requested all orders (`make replay`)."""

    type: ClassVar[str] = "content.order.copied"
    order_id: UUID
    user_id: UUID
    audience: str


class OrderAdvanced(OrderEvent):
    """A step of an order was completed, so the next `step` begins, with the planned end `planned_to`.

    After the last step the order `is_finished`. Then `step` is the last step, and `days` is how long the order took.
    """

    type: ClassVar[str] = "content.order.advanced"
    step: Step
    step_title: str
    note: str | None = None
    planned_to: date | None = None
    is_finished: bool = False
    days: int | None = None


class OrderChange(BaseModel):
    """One change of an order.

    `was` and `now` are days (ISO 8601) for `start` and `end` of a step, roubles for `price`, else texts.
    """

    what: Literal["price", "title", "car", "route", "calculation", "start", "end", "message"]
    step_title: str | None = None
    was: str | None = None
    now: str | None = None


OrderNews = Literal[
    "changed",
    "delayed",
    "cancelled",
    "reported",
    "document_needed",
    "document_added",
    "document_accepted",
    "document_rejected",
    "document_changed",
    "document_removed",
]


class OrderChanged(OrderEvent):
    """An order was changed without a new step. The event has all changes of one transaction.

    `removed` means that the order was deleted. `change` describes the changes in one text, for releases before `news`.
    `text` is the reason of a delay, of a cancellation or of a rejected document, or the text of a report. `document` is
    the title of the document in question.
    """

    type: ClassVar[str] = "content.order.changed"
    change: str
    removed: bool = False
    news: OrderNews | None = None
    changes: tuple[OrderChange, ...] = ()
    text: str | None = None
    document: str | None = None
    due_on: date | None = None


class DocumentSent(Event):
    """A buyer sent a document, which waits for the company's decision."""

    type: ClassVar[str] = "content.document.sent"
    document_id: UUID
    order_id: UUID
    user_id: UUID
    number: str
    title: str


class MessageMissed(OrderEvent):
    """A message in an order's conversation was not read for a while. `to` is the side to notify, by `channel`.

    `message_number` is the oldest unread message, `count` is the number of unread ones, and `author` is the first name
    of the sender. `assignee_id` is the manager who answers the buyer.
    """

    type: ClassVar[str] = "content.message.missed"
    to: Literal["buyer", "company"]
    channel: Literal["bell", "email"]
    message_number: int
    count: int
    author: str | None = None
    excerpt: str | None = None
    assignee_id: UUID | None = None


class MessageRefused(Event):
    """A reply from Telegram was not added to the conversation: the order was deleted, or has another buyer now."""

    type: ClassVar[str] = "content.message.refused"
    order_id: UUID
    user_id: UUID


class MessageOverdue(OrderEvent):
    """Nobody answered the buyer in an order's conversation within the promised time."""

    type: ClassVar[str] = "content.message.overdue"
    due_at: datetime
    assignee_id: UUID | None = None


class BookingEvent(Event):
    booking_id: UUID
    user_id: UUID
    kind: str
    title: str | None = None
    starts_at: datetime
    status: BookingStatus
    duration_minutes: int | None = None
    place: str | None = None


class BookingCreated(BookingEvent):
    """A meeting was requested or scheduled. `title` is its kind as the buyer reads it in the personal area.

    `client` is the name of the buyer who booked it, and None if an administrator did.
    """

    type: ClassVar[str] = "content.booking.created"
    client: str | None = None


BookingNews = Literal["confirmed", "requested", "scheduled", "moved", "cancelled", "details"]


class BookingChanged(BookingEvent):
    """A booking was changed in a way that the client sees. `news` says how, `was` is the time before a move.

    `scheduled`: a request got its first time. `details`: title, place or length changed, the time did not.
    `is_unscheduled`: the meeting has no time any more. `starts_at` is the time that it had, and `news` is `details`.
    `client` is the name of the buyer who changed it, and None if an administrator did.
    """

    type: ClassVar[str] = "content.booking.changed"
    news: BookingNews | None = None
    was: datetime | None = None
    is_unscheduled: bool = False
    client: str | None = None


class BookingReminder(BookingEvent):
    """A confirmed meeting begins soon."""

    type: ClassVar[str] = "content.booking.reminder"


PaymentNews = Literal[
    "invoice", "awaited", "reopened", "changed", "paid", "refunded", "cancelled", "receipt", "details", "removed"
]


class PaymentEvent(Event):
    """`includes_customs`: the sum has customs payments in it, which may change until the declaration is registered."""

    payment_id: UUID
    order_id: UUID
    user_id: UUID
    order_title: str
    amount_rub: Decimal
    kind: Literal["deposit", "payment", "refund"]
    title: str | None = None
    number: str | None = None
    due_at: datetime | None = None
    includes_customs: bool = False


class PaymentRecorded(PaymentEvent):
    """A payment was requested, received or refunded: `news` says what happened.

    `invoice`: the record is new and open. `awaited`: the buyer has paid, the bank has not confirmed. `reopened`: the
    money did not arrive, and the invoice is open again. `changed`: an open invoice has, for example, another amount.
    `receipt`, `details` and `removed` do not change the status; releases before `news` read them in `change`.
    `is_taken_back`: the former status, `paid` or `refunded`, was a mistake of the company. `news` is then `reopened`,
    `cancelled`, or `details` for a payment that was not refunded.
    """

    type: ClassVar[str] = "content.payment.recorded"
    status: PaymentStatus
    change: Literal["details", "receipt", "removed"] | None = None
    news: PaymentNews | None = None
    is_taken_back: bool = False


ReservationNews = Literal["made", "paid", "ending", "expired", "cancelled", "released", "ordered", "refunded"]


class ReservationChanged(Event):
    """A reservation of a car was made, paid, or has ended: `news` says what happened.

    `ending`: its end is near. `expired`: its time is over. `cancelled`: its buyer ended it. `released`: a manager ended
    it for a `reason`. `ordered`: it became the order `order_number`. `refunded`: the money was paid back. `refund_rub`
    is the amount to pay back. `user_id` is null after the buyer's erasure: then only the company is notified.
    `is_taken_back`: the company took back a mistake. With `ending` the reservation was not paid, with `released` the
    money was not paid back.
    """

    type: ClassVar[str] = "content.reservation.changed"
    reservation_id: UUID
    user_id: UUID | None = None
    number: str
    car_id: UUID | None = None
    car_title: str
    car_slug: str
    amount_rub: int
    news: ReservationNews
    is_paid: bool = False
    expires_at: datetime | None = None
    client: str | None = None
    reason: str | None = None
    refund_rub: int = 0
    order_id: UUID | None = None
    order_number: str | None = None
    is_taken_back: bool = False


class PaymentReminder(PaymentEvent):
    """An open invoice is due soon."""

    type: ClassVar[str] = "content.payment.reminder"


class FavoritePriceChanged(Event):
    """The price in Russia of a user's favourite car has changed."""

    type: ClassVar[str] = "content.favorite.price_changed"
    car_id: UUID
    user_id: UUID
    car_title: str
    car_slug: str
    old_price_rub: int
    new_price_rub: int


class MatchingCar(BaseModel):
    """A car that matches a saved search. `price_rub` is its price with customs; `turnkey_rub` adds the services."""

    title: str
    price_rub: int | None
    turnkey_rub: int | None = None


class SavedSearchMatched(Event):
    """New cars were found for a saved search. `count` is their number, and `cars` has the first of them."""

    type: ClassVar[str] = "content.saved_search.matched"
    search_id: UUID
    user_id: UUID
    name: str
    # The query of the catalogue's address with the filters of the search.
    address: str
    cars: list[MatchingCar]
    count: int
    # Stops the notifications of this search, without a sign-in.
    stop_url: str


class PriceLimitCrossed(Event):
    """The price of a favourite car, or the sum of a saved calculation, has crossed a limit that its user has set.

    `title` is empty for a calculation without a name.
    """

    type: ClassVar[str] = "content.price_limit.crossed"
    limit_id: UUID
    user_id: UUID
    car_id: UUID | None = None
    car_slug: str | None = None
    calculation_id: UUID | None = None
    title: str | None = None
    limit_rub: int
    current_rub: int
    direction: Literal["fell", "rose"]
    # Stops the notifications of this limit, without a sign-in.
    stop_url: str


class PostPublished(Event):
    """An article was published."""

    type: ClassVar[str] = "content.post.published"
    post_id: UUID
    slug: str
    title: str
    excerpt: str
    category: str


class SettingsChanged(Event):
    """The site settings have changed. Consumers store a copy for emails and pages."""

    type: ClassVar[str] = "content.settings.changed"
    site_name: str
    site_description: str
    contact_phone: str
    contact_email: str
    contact_address: str
    showroom_address: str
    working_hours: str
    russian_only: bool = False
