from datetime import datetime
from typing import Generic, TypeVar
from uuid import UUID

from contracts.content import BookingStatus, Step
from contracts.envelopes import Answer
from pydantic import BaseModel

from content.fields import Paragraphs
from content.inquiries.schemas import HandlingStatus
from content.orders.state_machine import OrderStatus
from content.reservations.schemas import ReservationStatus

T = TypeVar("T")


class CustomerPart(BaseModel, Generic[T]):
    """The newest rows of one kind, and the number of all rows."""

    items: list[T]
    total: int


class CustomerInquiry(BaseModel):
    """A message of the contact form or a request. `subject` is the typed subject, or the kind of the request.

    `is_guest`: it was sent without a sign-in, with the email address of the account.
    """

    id: UUID
    reference: str
    subject: str | None
    status: HandlingStatus
    is_guest: bool
    created_at: datetime


class CustomerOrder(BaseModel):
    id: UUID
    number: str
    title: str
    status: OrderStatus
    current_step: Step | None
    price_rub: int
    created_at: datetime


class CustomerBooking(BaseModel):
    id: UUID
    title: str
    status: BookingStatus
    starts_at: datetime | None


class CustomerReservation(BaseModel):
    id: UUID
    number: str
    car_title: str
    status: ReservationStatus
    expires_at: datetime


class CustomerCalculation(BaseModel):
    """A calculation that the customer has saved. The calculator keeps its figures."""

    id: UUID
    total: int
    saved_at: datetime


class CustomerFavorite(BaseModel):
    car_id: UUID
    title: str
    created_at: datetime


class CustomerSearch(BaseModel):
    id: UUID
    name: str
    is_alerting: bool
    created_at: datetime


class CustomerNoteCreate(BaseModel):
    text: Paragraphs


class CustomerNoteRead(BaseModel):
    """A note of the staff. The author is null after the erasure of the author's account."""

    id: UUID
    text: str
    author_id: UUID | None
    author_name: str | None
    created_at: datetime


class CustomerNoteAnswer(Answer):
    item: CustomerNoteRead


class CustomerCard(Answer):
    """The newest rows of the content service about a customer, by kind. The account itself is in the auth service."""

    notes: CustomerPart[CustomerNoteRead]
    orders: CustomerPart[CustomerOrder]
    contacts: CustomerPart[CustomerInquiry]
    requests: CustomerPart[CustomerInquiry]
    bookings: CustomerPart[CustomerBooking]
    reservations: CustomerPart[CustomerReservation]
    calculations: CustomerPart[CustomerCalculation]
    favorites: CustomerPart[CustomerFavorite]
    searches: CustomerPart[CustomerSearch]
