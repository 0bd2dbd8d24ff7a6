from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Search
from contracts.envelopes import Answer
from pydantic import BaseModel

from content.fields import Note, Version
from content.orders.state_machine import Route
from content.payments.schemas import Status as PaymentStatus

ReservationStatus = Literal["awaiting_payment", "paid", "expired", "cancelled", "released", "ordered"]


class ReservationCreate(BaseModel):
    car_id: UUID


class ReservedPayment(BaseModel):
    """The invoice of a reservation, or the refund of its money."""

    id: UUID
    amount_rub: int
    status: PaymentStatus
    paid_at: datetime | None
    receipt: str | None
    receipt_url: str | None


class ReservationRead(BaseModel):
    """A reservation as its buyer sees it.

    `price_rub`, `edition`, `eur_rate` and `rate_date` have their values at the time of the reservation. `now` is the
    server's clock, from which pages count down. `qr` is the payment QR as a data URI, while there is something to pay.
    """

    id: UUID
    number: str
    car_id: UUID | None
    car_title: str
    car_slug: str
    status: ReservationStatus
    amount_rub: int
    pay_hours: int
    hold_hours: int
    price_rub: int
    edition: str | None
    eur_rate: float | None
    rate_date: date | None
    created_at: datetime
    expires_at: datetime
    paid_at: datetime | None
    ended_at: datetime | None
    reason: str | None
    order_id: UUID | None
    invoice: ReservedPayment | None
    refund: ReservedPayment | None
    now: datetime
    qr: str | None = None


class ReservationList(Answer):
    reservations: list[ReservationRead]
    total: int


class ReservationAnswer(Answer):
    reservation: ReservationRead


class ReservationAdmin(ReservationRead):
    user_id: UUID | None
    user_name: str | None
    user_phone: str | None
    user_email: str | None
    calculation: dict[str, Any]
    version: int
    updated_at: datetime


class ReservationAdminQuery(PageQuery):
    """`active`: true selects reservations that hold their car, false selects reservations that have ended."""

    status: ReservationStatus | None = None
    active: bool | None = None
    car_id: UUID | None = None
    user_id: UUID | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "expires_at", "-expires_at"] = "-created_at"


class ReservationRelease(BaseModel):
    """Why a manager ends a reservation; its buyer reads the reason."""

    reason: Note
    version: Version | None = None


class ReservationOrder(BaseModel):
    """Body of the order that is made from a reservation."""

    route: Route | None = None
    version: Version | None = None
