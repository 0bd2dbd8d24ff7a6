from chassis.web.errors import Conflict


class CarReserved(Conflict):
    code = "car_reserved"
    message = "Этот автомобиль только что забронировал другой покупатель"


class CarHeld(Conflict):
    code = "car_held"
    message = "Автомобиль забронирован. Сначала снимите бронь или оформите по ней заказ"
