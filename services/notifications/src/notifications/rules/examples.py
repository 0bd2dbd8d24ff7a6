"""One example event for each text, for the page of all messages (`make mail-preview`)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from contracts import auth, calculator, content, notifications, status
from contracts.event import Event

EXAMPLE_TIME = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
TOMORROW = EXAMPLE_TIME + timedelta(days=1, hours=4)
ID = UUID("01900000-0000-7000-8000-000000000038")

ORDER: dict[str, Any] = {"order_id": ID, "user_id": ID, "title": "BMW 320d, 2022", "number": "MA-418205"}
PAYMENT: dict[str, Any] = {
    "payment_id": ID,
    "order_id": ID,
    "user_id": ID,
    "order_title": "BMW 320d, 2022",
    "number": "MA-418205",
    "amount_rub": Decimal(850_000),
    "title": "Задаток по договору",
    "due_at": EXAMPLE_TIME + timedelta(days=3),
}
BOOKING: dict[str, Any] = {
    "booking_id": ID,
    "user_id": ID,
    "kind": "viewing",
    "title": "Осмотр автомобиля",
    "starts_at": TOMORROW,
    "duration_minutes": 60,
    "place": "Меридианный проезд, 38, офис 7",
}
COMMENT: dict[str, Any] = {
    "comment_id": ID,
    "post_id": ID,
    "user_id": ID,
    "post_title": "Сколько стоит растаможить дизель",
    "post_slug": "dizel",
}
INQUIRY: dict[str, Any] = {
    "reference": "MA-7F3K2Q",
    "name": "Пётр Седов",
    "due_at": EXAMPLE_TIME + timedelta(minutes=15),
}
INCIDENT: dict[str, Any] = {"incident_id": ID, "title": "Не приходят письма"}
MAINTENANCE: dict[str, Any] = {
    "maintenance_id": ID,
    "title": "Замена дисков",
    "starts_at": TOMORROW,
    "ends_at": TOMORROW + timedelta(hours=1),
    "affected": ["storage", "website"],
}
STEPS: tuple[tuple[content.Step, str], ...] = (
    ("search", "Поиск"),
    ("check", "Проверка"),
    ("purchase", "Покупка"),
    ("logistics", "Логистика"),
    ("customs", "Таможня"),
    ("handover", "Передача"),
)
PRICE_CHANGE = content.OrderChange(what="price", was="4100000", now="4050000")
ROUTE_CHANGE = content.OrderChange(what="route")
MESSAGE_CHANGE = content.OrderChange(what="message", step_title="Поиск", now="Нашли три машины, смотрите в заказе.")
SEARCH_CHANGE = content.OrderChange(what="end", step_title="Поиск", was="2026-11-26", now="2026-12-04")


def _build_order_changed(news: content.OrderNews, **fields: Any) -> Event:
    return content.OrderChanged(**ORDER, change="", news=news, **fields)


def _build_payment_event(
    news: content.PaymentNews,
    payment_status: content.PaymentStatus,
    kind: str = "deposit",
    *,
    is_taken_back: bool = False,
) -> Event:
    title = "Возврат по договору" if kind == "refund" else PAYMENT["title"]
    return content.PaymentRecorded(
        **PAYMENT | {"title": title}, kind=kind, status=payment_status, news=news, is_taken_back=is_taken_back
    )


ACCOUNTS: list[Event] = [
    auth.UserVerified(user_id=ID, email="anna@example.com", first_name="Анна", last_name="Орлова"),
    auth.UserUnblocked(user_id=ID, role="user"),
    auth.SessionCreated(
        session_id=ID,
        user_id=ID,
        device="Chrome, Windows 10",
        ip="203.0.113.7",
        new_device=True,
        created_at=EXAMPLE_TIME,
    ),
    auth.PasswordChanged(user_id=ID),
    auth.TokenReuseDetected(user_id=ID, session_id=ID, ip="203.0.113.7"),
]
COMMENTS_AND_INQUIRIES: list[Event] = [
    content.CommentCreated(**COMMENT, author_name="Анна Орлова", excerpt="А если двигатель два литра?"),
    content.CommentApproved(**COMMENT),
    content.CommentRejected(**COMMENT, reason="В тексте номер телефона."),
    content.ContactReceived(**INQUIRY, contact_id=ID, subject="order"),
    content.ContactOverdue(**INQUIRY, contact_id=ID, kind="contact"),
    content.RequestOverdue(**INQUIRY, request_id=ID),
    content.RequestCreated(**INQUIRY, request_id=ID, kind="selection", user_id=ID, car_title="BMW 320d, 2022"),
    content.RequestWithdrawn(request_id=ID, title="Обратный звонок", name="Пётр Седов"),
    content.RequestsClaimed(user_id=ID, references=["MA-7K3QX9", "MA-2B8WZ4"]),
]
ORDERS: list[Event] = [
    content.OrderCreated(**ORDER, planned_to=date(2026, 11, 23)),
    *(
        content.OrderAdvanced(**ORDER, step=step, step_title=title, planned_to=date(2026, 12, 4))
        for step, title in STEPS
    ),
    content.OrderAdvanced(**ORDER, step="handover", step_title="Передача", is_finished=True, days=54),
    _build_order_changed("changed", changes=(PRICE_CHANGE, ROUTE_CHANGE, MESSAGE_CHANGE)),
    _build_order_changed("delayed", changes=(SEARCH_CHANGE,), text="Продавец в отпуске."),
    _build_order_changed("reported", text="Брест: прошли границу, завтра будем в Смоленске."),
    _build_order_changed("document_needed", document="Паспорт", due_on=date(2026, 12, 1)),
    _build_order_changed("document_added", document="ПТС"),
    _build_order_changed("document_accepted", document="Паспорт"),
    _build_order_changed("document_rejected", document="Паспорт", text="Не видно серии", due_on=date(2026, 12, 1)),
    _build_order_changed("document_changed", document="Паспорт", due_on=date(2026, 12, 3)),
    _build_order_changed("document_removed", document="Справка о доходах"),
    _build_order_changed("cancelled", text="вы передумали"),
    content.OrderChanged(**ORDER, change="", removed=True),
    content.DocumentSent(document_id=ID, order_id=ID, user_id=ID, number="MA-418205", title="Паспорт"),
]
MISSED_MESSAGE: dict[str, Any] = {**ORDER, "message_number": 42, "count": 3}
ANSWER: dict[str, Any] = {"to": "buyer", "author": "Вера", "excerpt": "Машина прошла осмотр, фотографии в заказе."}
QUESTION: dict[str, Any] = {"to": "company", "author": "Анна", "excerpt": "Когда машина будет в Минске?"}
MESSAGES: list[Event] = [
    content.MessageMissed(**MISSED_MESSAGE, **ANSWER, channel="bell"),
    content.MessageMissed(**MISSED_MESSAGE, **ANSWER, channel="email"),
    content.MessageMissed(**MISSED_MESSAGE, **QUESTION, channel="bell"),
    content.MessageMissed(**MISSED_MESSAGE, **QUESTION, channel="email"),
    content.MessageMissed(**MISSED_MESSAGE, **QUESTION, channel="bell", assignee_id=ID),
    content.MessageMissed(**MISSED_MESSAGE, **QUESTION, channel="email", assignee_id=ID),
    content.MessageOverdue(**ORDER, due_at=EXAMPLE_TIME + timedelta(minutes=15)),
]
BOOKINGS: list[Event] = [
    content.BookingCreated(**BOOKING, status="confirmed"),
    content.BookingCreated(**BOOKING, status="requested", client="Анна Орлова"),
    content.BookingChanged(**BOOKING, status="confirmed", news="confirmed"),
    content.BookingChanged(**BOOKING, status="requested", news="requested"),
    content.BookingChanged(**BOOKING, status="requested", news="scheduled"),
    content.BookingChanged(**BOOKING, status="confirmed", news="moved", was=EXAMPLE_TIME + timedelta(days=2)),
    content.BookingChanged(
        **BOOKING, status="requested", news="moved", was=EXAMPLE_TIME + timedelta(days=2), client="Анна Орлова"
    ),
    content.BookingChanged(**BOOKING, status="cancelled", news="cancelled", client="Анна Орлова"),
    content.BookingChanged(**BOOKING, status="confirmed", news="details"),
    content.BookingChanged(**BOOKING, status="requested", news="details", is_unscheduled=True),
    content.BookingReminder(**BOOKING, status="confirmed"),
]
PAYMENTS: list[Event] = [
    _build_payment_event("invoice", "pending"),
    _build_payment_event("changed", "pending"),
    _build_payment_event("awaited", "waiting"),
    _build_payment_event("reopened", "pending"),
    _build_payment_event("paid", "paid"),
    _build_payment_event("cancelled", "cancelled"),
    _build_payment_event("refunded", "refunded"),
    _build_payment_event("invoice", "pending", "refund"),
    _build_payment_event("changed", "pending", "refund"),
    _build_payment_event("cancelled", "cancelled", "refund"),
    _build_payment_event("receipt", "paid"),
    _build_payment_event("details", "paid"),
    _build_payment_event("removed", "cancelled"),
    _build_payment_event("reopened", "pending", is_taken_back=True),
    _build_payment_event("cancelled", "cancelled", is_taken_back=True),
    _build_payment_event("reopened", "pending", "refund", is_taken_back=True),
    content.PaymentReminder(**PAYMENT, kind="deposit"),
]
RESERVATION: dict[str, Any] = {
    "reservation_id": ID,
    "user_id": ID,
    "number": "BR-418205",
    "car_id": ID,
    "car_title": "BMW 320d, 2022",
    "car_slug": "bmw-320d",
    "amount_rub": 50_000,
    "expires_at": TOMORROW,
}
RESERVATIONS: list[Event] = [
    content.ReservationChanged(**RESERVATION, news="made", client="Анна Орлова"),
    content.ReservationChanged(**RESERVATION, news="paid", client="Анна Орлова", is_paid=True),
    content.ReservationChanged(**RESERVATION, news="ending"),
    content.ReservationChanged(**RESERVATION, news="ending", is_paid=True),
    content.ReservationChanged(**RESERVATION, news="expired"),
    content.ReservationChanged(**RESERVATION, news="expired", is_paid=True, refund_rub=50_000),
    content.ReservationChanged(**RESERVATION, news="cancelled", client="Анна Орлова", is_paid=True, refund_rub=50_000),
    content.ReservationChanged(**RESERVATION, news="cancelled", client="Анна Орлова"),
    content.ReservationChanged(**RESERVATION, news="released", reason="Продавец снял машину с продажи."),
    content.ReservationChanged(
        **RESERVATION, news="released", reason="Продавец снял машину с продажи.", is_paid=True, refund_rub=50_000
    ),
    content.ReservationChanged(**RESERVATION, news="ordered", is_paid=True, order_id=ID, order_number="MA-418205"),
    content.ReservationChanged(**RESERVATION, news="ending", is_taken_back=True),
    content.ReservationChanged(
        **RESERVATION,
        news="released",
        reason="возврат отметили по ошибке, деньги ещё не отправлены",
        refund_rub=50_000,
        is_taken_back=True,
    ),
    content.ReservationChanged(**RESERVATION, news="refunded", refund_rub=50_000),
]
PRICE_LIMIT: dict[str, Any] = {
    "limit_id": ID,
    "user_id": ID,
    "limit_rub": 5_000_000,
    "stop_url": "https://example.ru/api/price-limits/stop?token=t",
}
LIMITED_CAR: dict[str, Any] = {"car_id": ID, "car_slug": "bmw-320d", "title": "BMW 320d, 2022"}
OTHER_EXAMPLES: list[Event] = [
    content.FavoritePriceChanged(
        car_id=ID,
        user_id=ID,
        car_title="BMW 320d, 2022",
        car_slug="bmw-320d",
        old_price_rub=4_100_000,
        new_price_rub=4_050_000,
    ),
    content.SavedSearchMatched(
        search_id=ID,
        user_id=ID,
        name="BMW, седан, с таможней до 5 млн ₽",
        address=f"brand=BMW&body_type=sedan&price_max=5000000&search={ID}",
        cars=[
            content.MatchingCar(title="BMW 320d, 2022", price_rub=4_100_000, turnkey_rub=4_558_000),
            content.MatchingCar(title="BMW 520i, 2021", price_rub=4_870_000, turnkey_rub=5_328_000),
            content.MatchingCar(title="BMW 318i, 2023", price_rub=None),
        ],
        count=5,
        stop_url="https://example.ru/api/saved-searches/stop?token=t",
    ),
    content.PriceLimitCrossed(**PRICE_LIMIT, **LIMITED_CAR, current_rub=4_980_000, direction="fell"),
    content.PriceLimitCrossed(**PRICE_LIMIT, **LIMITED_CAR, current_rub=5_040_000, direction="rose"),
    content.PriceLimitCrossed(
        **PRICE_LIMIT, calculation_id=ID, title="BMW из Мюнхена", current_rub=4_990_000, direction="fell"
    ),
    content.PriceLimitCrossed(**PRICE_LIMIT, calculation_id=ID, current_rub=5_060_000, direction="rose"),
    content.PostPublished(
        post_id=ID,
        slug="dizel",
        title="Сколько стоит растаможить дизель",
        excerpt="Считаем по действующей редакции на трёх примерах.",
        category="guides",
    ),
    calculator.CalculationSaved(
        calculation_id=ID, user_id=ID, edition="ru-2026-01", total_customs=1_459_924, total=Decimal(5_559_924)
    ),
    calculator.SettingsChanged(
        default_edition="ru-2026-01",
        rate_source="central_bank",
        rate_value=Decimal("93.3508"),
        rate_date=EXAMPLE_TIME.date(),
    ),
    status.ServiceChanged(service="email", name="Почтовая служба", old="operational", new="down"),
    status.IncidentOpened(**INCIDENT, severity="major", affected=["email"]),
    status.IncidentUpdated(**INCIDENT, status="identified", message="Нашли причину, меняем сервер."),
    status.IncidentResolved(**INCIDENT),
    status.MaintenanceScheduled(**MAINTENANCE),
    status.MaintenanceScheduled(**MAINTENANCE, is_correction=True),
    status.MaintenanceChanged(maintenance_id=ID, title="Замена дисков", status="in_progress"),
    status.WebhookEndpointDisabled(
        endpoint_id=ID, host="hooks.example.com", reason="Больше суток без успеха, попыток подряд: 20"
    ),
    content.MessageRefused(order_id=ID, user_id=ID),
    notifications.TelegramLinked(user_id=ID, account_name="Анна Орлова (@anna)"),
    notifications.TelegramUnlinked(user_id=ID, reason="blocked"),
    notifications.TelegramUnlinked(user_id=ID, reason="moved"),
    notifications.CampaignSent(campaign_id=ID, recipients=1_204, title="Зимние шины", was_scheduled=True),
]
EXAMPLES = [
    *ACCOUNTS,
    *COMMENTS_AND_INQUIRIES,
    *ORDERS,
    *MESSAGES,
    *BOOKINGS,
    *PAYMENTS,
    *RESERVATIONS,
    *OTHER_EXAMPLES,
]
