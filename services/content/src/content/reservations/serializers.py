"""Conversion of reservations to the models of the API."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import segno

from content.payments.invoice import encode_payment_qr
from content.payments.queries import serialize_reservation_payment
from content.payments.tables import Payment
from content.reservations.schemas import ReservationAdmin, ReservationRead, ReservedPayment
from content.reservations.tables import Reservation
from content.site.schemas import Requisites
from content.users.tables import UserCopy


def _build_fields(reservation: Reservation, payments: Sequence[Payment], *, now: datetime) -> dict[str, Any]:
    refund = next(
        (payment for payment in reversed(payments) if payment.kind == "refund" and payment.status != "cancelled"), None
    )
    calculation = reservation.calculation
    return reservation.model_dump() | {
        "edition": calculation.get("edition"),
        "eur_rate": calculation.get("eur_rate"),
        "rate_date": calculation.get("rate_date"),
        "invoice": _serialize_payment(_find_invoice(payments)),
        "refund": _serialize_payment(refund),
        "now": now,
    }


def _find_invoice(payments: Sequence[Payment]) -> Payment | None:
    return next((payment for payment in payments if payment.kind != "refund"), None)


def _serialize_payment(payment: Payment | None) -> ReservedPayment | None:
    return ReservedPayment.model_validate(payment, from_attributes=True) if payment else None


def _filter_payments(reservation: Reservation, payments: Sequence[Payment]) -> list[Payment]:
    return [payment for payment in payments if payment.reservation_id == reservation.id]


def serialize_for_buyer(
    reservation: Reservation, payments: Sequence[Payment], *, requisites: Requisites, now: datetime
) -> ReservationRead:
    """Convert a reservation for its buyer, with the payment QR while there is something to pay."""
    own_payments = _filter_payments(reservation, payments)
    reservation_read = ReservationRead.model_validate(_build_fields(reservation, own_payments, now=now))
    invoice = _find_invoice(own_payments)
    if invoice and invoice.status == "pending" and requisites.is_complete:
        payment = serialize_reservation_payment(invoice, title=reservation.car_title, number=reservation.number)
        qr_code = segno.make_qr(encode_payment_qr(payment, requisites), error="m", encoding="utf-8")
        reservation_read.qr = qr_code.svg_data_uri(scale=4, border=4, dark="#16181a", light="#fff")
    return reservation_read


def serialize_for_admin(
    reservation: Reservation, user: UserCopy | None, payments: Sequence[Payment], *, now: datetime
) -> ReservationAdmin:
    """Convert a reservation for administrators, with its buyer."""
    buyer = {
        "user_name": user.name if user else None,
        "user_phone": user.phone if user else None,
        "user_email": user.email if user else None,
    }
    return ReservationAdmin.model_validate(
        _build_fields(reservation, _filter_payments(reservation, payments), now=now) | buyer
    )
