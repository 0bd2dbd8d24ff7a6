"""Rules for events of orders, meetings and payments."""

from datetime import datetime
from typing import Any

from contracts import content
from contracts.formats import roubles

from notifications.rules.formats import PAYMENT_KINDS, moment
from notifications.rules.rule import ALL, NotificationRule

BOOKINGS, PAYMENTS, ORDER = "/dashboard/bookings", "/dashboard/payments", "/dashboard/orders/{order_id}"


def _meeting(event: Any, at: datetime) -> dict[str, str]:
    return {"kind": event.title or event.kind, "starts_at": moment(event.starts_at)}


def _payment(event: Any, at: datetime) -> dict[str, str]:
    amount, what = roubles(event.amount_rub), PAYMENT_KINDS.get(event.kind, "Платёж")
    return {"amount": amount, "kind": what}


def _meeting_rule(key: str, event: type[Any], title: str, message: str, *states: str) -> NotificationRule:
    return NotificationRule(
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
        applies=lambda event: event.status in states,
    )


def _payment_rule(name: str, title: str, message: str, *states: str, change: str | None = None) -> NotificationRule:
    return NotificationRule(
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
        applies=lambda event: event.change == change and (event.status in states or not states),
    )


RULES = [
    NotificationRule(
        key="content.order.created",
        event=content.OrderCreated,
        to="user",
        type="booking",
        title="Заказ {number} открыт",
        message="{title}. Первый этап — консультация. Все сроки и документы будут здесь.",
        variables=("number", "title"),
        channels=ALL,
        link=ORDER,
    ),
    NotificationRule(
        key="content.order.advanced",
        event=content.OrderAdvanced,
        to="user",
        type="booking",
        title="Заказ {number}: {step}",
        message="{title}. Начался этап «{step}». {note}",
        variables=("number", "title", "step", "note"),
        values=lambda event, at: {"step": event.step_title, "note": event.note or ""},
        channels=ALL,
        link=ORDER,
    ),
    NotificationRule(
        key="content.order.changed",
        event=content.OrderChanged,
        to="user",
        type="booking",
        title="Изменения в заказе {number}",
        message="{title}. {change}",
        variables=("number", "title", "change"),
        channels=ALL,
        link=ORDER,
        applies=lambda event: not event.removed,
    ),
    NotificationRule(
        key="content.order.changed.removed",
        event=content.OrderChanged,
        to="user",
        type="booking",
        title="Заказ {number} удалён",
        message="{title}. В кабинете его больше нет. Если это неожиданно, напишите нам.",
        variables=("number", "title"),
        channels=ALL,
        link="/dashboard",
        applies=lambda event: event.removed,
    ),
    _meeting_rule(
        "content.booking.created",
        content.BookingCreated,
        "Записали вас: {kind}",
        "{starts_at}. Файл для календаря — в разделе «Бронирования».",
        "requested",
        "confirmed",
    ),
    _meeting_rule(
        "content.booking.changed.confirmed",
        content.BookingChanged,
        "Время подтверждено: {kind}",
        "Ждём вас {starts_at}.",
        "confirmed",
    ),
    _meeting_rule(
        "content.booking.changed.requested",
        content.BookingChanged,
        "Запись изменилась: {kind}",
        "Новое время — {starts_at}. Если неудобно, выберите другое.",
        "requested",
    ),
    _meeting_rule(
        "content.booking.changed.cancelled",
        content.BookingChanged,
        "Встреча отменена: {kind}",
        "Встречи {starts_at} не будет. Записаться снова можно в кабинете.",
        "cancelled",
    ),
    _payment_rule(
        "waiting",
        "Счёт на {amount}",
        "{kind}, «{order_title}». Счёт и реквизиты — в разделе «Платежи».",
        "pending",
        "waiting",
    ),
    _payment_rule("paid", "Получили {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи».", "paid"),
    _payment_rule(
        "refunded",
        "Возвращаем {amount}",
        "«{order_title}». Банк зачисляет возврат за один–пять рабочих дней.",
        "refunded",
    ),
    _payment_rule("cancelled", "Счёт на {amount} отменён", "«{order_title}». Платить по нему не нужно.", "cancelled"),
    _payment_rule(
        "receipt", "Чек на {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи».", change="receipt"
    ),
    _payment_rule(
        "details",
        "Изменились данные платежа на {amount}",
        "{kind}, «{order_title}». Подробности — в разделе «Платежи».",
        change="details",
    ),
    _payment_rule(
        "removed",
        "Запись о платеже на {amount} удалена",
        "{kind}, «{order_title}». Запись сделали по ошибке. Если это не так, напишите нам.",
        change="removed",
    ),
]
