"""Conversion of bookings to the models of the API."""

from content.bookings.schemas import BookingAdmin
from content.bookings.tables import Booking
from content.users.tables import UserCopy


def serialize_for_admin(booking: Booking, user: UserCopy | None) -> BookingAdmin:
    """Convert a booking for administrators, with the client's name and telephone."""
    return BookingAdmin(
        **booking.model_dump(),
        user_name=user.name if user else None,
        user_phone=user.phone if user else None,
    )
