from chassis.web.errors import Conflict


class SlotTaken(Conflict):
    code = "slot_taken"
    message = "Это время уже занято, выберите другое"


class TooManyBookings(Conflict):
    code = "too_many_bookings"
    message = "У вас уже пять предстоящих записей. Отмените одну из них, чтобы записаться снова"


class BookingIsOver(Conflict):
    code = "booking_over"
    message = "Время этой записи уже прошло"
