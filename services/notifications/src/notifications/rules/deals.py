"""Rules for events of orders, meetings and payments."""

from datetime import datetime
from functools import partial
from typing import Any

from chassis.formats import roubles
from contracts import content

from notifications.rules.formats import PAYMENT_KINDS, moment
from notifications.rules.rule import ALL, NotificationRule

BOOKINGS, PAYMENTS, ORDER = "/dashboard/bookings", "/dashboard/payments", "/dashboard/orders/{order_id}"
_order_rule = partial(NotificationRule, to="user", type="booking", channels=ALL, link=ORDER)


def _meeting(event: Any, at: datetime) -> dict[str, str]:
    return {"kind": event.title or event.kind, "starts_at": moment(event.starts_at)}


def _payment(event: Any, at: datetime) -> dict[str, str]:
    amount, what = roubles(event.amount_rub), PAYMENT_KINDS.get(event.kind, "Платёж")
    return {"amount": amount, "kind": what}


def _meeting_rule(event: type[Any], variant: str, title: str, message: str, *states: str) -> NotificationRule:
    """The rule for these states; without any, for the state that names the variant."""
    return NotificationRule(
        event=event,
        variant=variant,
        to="user",
        type="booking",
        title=title,
        message=message,
        variables=("kind", "starts_at"),
        values=_meeting,
        channels=ALL,
        link=BOOKINGS,
        applies=lambda event: event.status in (states or (variant,)),
    )


def _payment_rule(variant: str, title: str, message: str) -> NotificationRule:
    return NotificationRule(
        event=content.PaymentRecorded,
        variant=variant,
        to="user",
        type="payment",
        title=title,
        message=message,
        variables=("amount", "kind", "order_title"),
        values=_payment,
        channels=ALL,
        link=PAYMENTS,
        applies=lambda event: _payment_variant(event) == variant,
    )


def _payment_variant(event: content.PaymentRecorded) -> str:
    """What changed besides the status of the payment, else the status."""
    return event.change or ("waiting" if event.status == "pending" else event.status)


RULES = [
    _order_rule(
        event=content.OrderCreated,
        title="Заказ {number} открыт",
        message="{title}. Первый этап — консультация. Все сроки и документы будут здесь.",
        variables=("number", "title"),
    ),
    _order_rule(
        event=content.OrderAdvanced,
        title="Заказ {number}: {step}",
        message="{title}. Начался этап «{step}». {note}",
        variables=("number", "title", "step", "note"),
        values=lambda event, at: {"step": event.step_title, "note": event.note or ""},
    ),
    _order_rule(
        event=content.OrderChanged,
        title="Изменения в заказе {number}",
        message="{title}. {change}",
        variables=("number", "title", "change"),
        applies=lambda event: not event.removed,
    ),
    _order_rule(
        event=content.OrderChanged,
        variant="removed",
        title="Заказ {number} удалён",
        message="{title}. В кабинете его больше нет. Если это неожиданно, напишите нам.",
        variables=("number", "title"),
        link="/dashboard",
        applies=lambda event: event.removed,
    ),
    _meeting_rule(
        content.BookingCreated,
        "",
        "Записали вас: {kind}",
        "{starts_at}. Файл для календаря — в разделе «Бронирования».",
        "requested",
        "confirmed",
    ),
    _meeting_rule(content.BookingChanged, "confirmed", "Время подтверждено: {kind}", "Ждём вас {starts_at}."),
    _meeting_rule(
        content.BookingChanged,
        "requested",
        "Запись изменилась: {kind}",
        "Новое время — {starts_at}. Если неудобно, выберите другое.",
    ),
    _meeting_rule(
        content.BookingChanged,
        "cancelled",
        "Встреча отменена: {kind}",
        "Встречи {starts_at} не будет. Записаться снова можно в кабинете.",
    ),
    _payment_rule("waiting", "Счёт на {amount}", "{kind}, «{order_title}». Счёт и реквизиты — в разделе «Платежи»."),
    _payment_rule("paid", "Получили {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи»."),
    _payment_rule(
        "refunded",
        "Возвращаем {amount}",
        "«{order_title}». Банк зачисляет возврат за один–пять рабочих дней.",
    ),
    _payment_rule("cancelled", "Счёт на {amount} отменён", "«{order_title}». Платить по нему не нужно."),
    _payment_rule("receipt", "Чек на {amount}", "{kind}, «{order_title}». Чек — в разделе «Платежи»."),
    _payment_rule(
        "details",
        "Изменились данные платежа на {amount}",
        "{kind}, «{order_title}». Подробности — в разделе «Платежи».",
    ),
    _payment_rule(
        "removed",
        "Запись о платеже на {amount} удалена",
        "{kind}, «{order_title}». Запись сделали по ошибке. Если это не так, напишите нам.",
    ),
]
