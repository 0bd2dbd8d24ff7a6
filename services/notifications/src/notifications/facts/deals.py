"""News of a buyer's orders, meetings and payments."""

from datetime import datetime
from typing import Any

from contracts import content

from notifications.facts.fact import ALL, Fact
from notifications.facts.formats import PAYMENT_KINDS, moment, roubles

BOOKINGS, PAYMENTS, ORDER = "/dashboard/bookings", "/dashboard/payments", "/dashboard/orders/{order_id}"


def _meeting(event: Any, at: datetime) -> dict[str, str]:
    return {"kind": event.title or event.kind, "starts_at": moment(event.starts_at)}


def _payment(event: Any, at: datetime) -> dict[str, str]:
    amount, what = roubles(event.amount_rub), PAYMENT_KINDS.get(event.kind, "Платёж")
    return {"amount": amount, "kind": what, "order_title": event.order_title}


def _meeting_fact(key: str, event: type[Any], title: str, message: str, *states: str) -> Fact:
    return Fact(
        key=key,
        event=event,
        to="user",
        type="booking",
        title=title,
        message=message,
        variables=("kind", "starts_at"),
        values=_meeting,
        channels=ALL,
        link=BOOKINGS,
        applies=lambda told: told.status in states,
    )


def _payment_fact(name: str, title: str, message: str, *states: str, change: str | None = None) -> Fact:
    return Fact(
        key=f"content.payment.recorded.{name}",
        event=content.PaymentRecorded,
        to="user",
        type="payment",
        title=title,
        message=message,
        variables=("amount", "kind", "order_title"),
        values=_payment,
        channels=ALL,
        link=PAYMENTS,
        applies=lambda told: told.change == change and (told.status in states or not states),
    )


FACTS = [
    Fact(
        key="content.order.created",
        event=content.OrderCreated,
        to="user",
        type="booking",
        title="Заказ {number} открыт",
        message="{title}. Первый этап — консультация. Все сроки и документы будут здесь.",
        variables=("number", "title"),
        values=lambda event, at: {"number": event.number, "title": event.title},
        channels=ALL,
        link=ORDER,
    ),
    Fact(
        key="content.order.advanced",
        event=content.OrderAdvanced,
        to="user",
        type="booking",
        title="Заказ {number}: {step}",
        message="{title}. Начался этап «{step}». {note}",
        variables=("number", "title", "step", "note"),
        values=lambda event, at: {
            "number": event.number,
            "title": event.title,
            "step": event.step_title,
            "note": event.note or "",
        },
        channels=ALL,
        link=ORDER,
    ),
    Fact(
        key="content.order.changed",
        event=content.OrderChanged,
        to="user",
        type="booking",
        title="Изменения в заказе {number}",
        message="{title}. {change}",
        variables=("number", "title", "change"),
        values=lambda event, at: {"number": event.number, "title": event.title, "change": event.change},
        channels=ALL,
        link=ORDER,
        applies=lambda told: not told.removed,
    ),
    Fact(
        key="content.order.changed.removed",
        event=content.OrderChanged,
        to="user",
        type="booking",
        title="Заказ {number} удалён",
        message="{title}. В кабинете его больше нет. Если это неожиданно, напишите нам.",
        variables=("number", "title"),
        values=lambda event, at: {"number": event.number, "title": event.title},
        channels=ALL,
        link="/dashboard",
        applies=lambda told: told.removed,
    ),
    _meeting_fact(
        "content.booking.created",
        content.BookingCreated,
        "Записали вас: {kind}",
        "{starts_at}. Файл для календаря — в разделе «Бронирования».",
        "requested",
        "confirmed",
    ),
    _meeting_fact(
        "content.booking.changed.confirmed",
        content.BookingChanged,
        "Время подтверждено: {kind}",
        "Ждём вас {starts_at}.",
        "confirmed",
    ),
    _meeting_fact(
        "content.booking.changed.requested",
        content.BookingChanged,
        "Запись изменилась: {kind}",
        "Новое время — {starts_at}. Если неудобно, выберите другое.",
        "requested",
    ),
    _meeting_fact(
        "content.booking.changed.cancelled",
        content.BookingChanged,
        "Встреча отменена: {kind}",
        "Встречи {starts_at} не будет. Записаться снова можно в кабинете.",
        "cancelled",
    ),
    _payment_fact(
        "waiting",
        "Счёт на {amount}",
        "{kind}, «{order_title}». Счёт и реквизиты — в разделе «Платежи».",
        "pending",
        "waiting",
    ),
    _payment_fact("paid", "Получили {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи».", "paid"),
    _payment_fact(
        "refunded",
        "Возвращаем {amount}",
        "«{order_title}». Банк зачисляет возврат за один–пять рабочих дней.",
        "refunded",
    ),
    _payment_fact("cancelled", "Счёт на {amount} отменён", "«{order_title}». Платить по нему не нужно.", "cancelled"),
    _payment_fact(
        "receipt", "Чек на {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи».", change="receipt"
    ),
    _payment_fact(
        "details",
        "Изменились данные платежа на {amount}",
        "{kind}, «{order_title}». Подробности — в разделе «Платежи».",
        change="details",
    ),
    _payment_fact(
        "removed",
        "Запись о платеже на {amount} удалена",
        "{kind}, «{order_title}». Запись сделали по ошибке. Если это не так, напишите нам.",
        change="removed",
    ),
]
