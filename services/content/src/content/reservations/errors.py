from chassis.web.errors import Conflict


class CarNotOnOffer(Conflict):
    code = "car_not_on_offer"
    message = "Этот автомобиль уже не продаётся"


class CarNotPriced(Conflict):
    code = "car_not_priced"
    message = "Цена этого автомобиля ещё не посчитана. Запросите её, и мы поможем с бронью"


class ReservationsDisabled(Conflict):
    code = "reservations_off"
    message = "Сейчас автомобили бронирует менеджер: позвоните или напишите нам"


class TooManyReservations(Conflict):
    code = "too_many_reservations"
    message = "У вас уже есть действующие брони. Отмените одну из них, чтобы забронировать другой автомобиль"


class ReservationEnded(Conflict):
    code = "reservation_ended"
    message = "Эта бронь уже закончилась"
