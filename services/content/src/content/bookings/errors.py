from chassis.web.errors import Conflict


class SlotTaken(Conflict):
    code, message = "slot_taken", "Это время уже занято, выберите другое"


class TooManyBookings(Conflict):
    code = "too_many_bookings"
    message = "У вас уже пять предстоящих записей. Отмените одну из них, чтобы записаться снова"


class BookingOver(Conflict):
    code, message = "booking_over", "Эта встреча уже прошла"
