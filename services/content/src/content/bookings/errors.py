"""Refusals of the bookings: 409 for a slot somebody else was faster to take."""

from chassis.errors import Conflict


class SlotTaken(Conflict):
    code, message = "slot_taken", "Это время уже занято, выберите другое"


class BookingOver(Conflict):
    code, message = "booking_over", "Эта встреча уже прошла"
