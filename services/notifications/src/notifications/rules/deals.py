"""Rules for events of orders, meetings and payments. A text depends on what happened, not on the resulting state."""

from datetime import date, datetime

from chassis.formats import format_days, format_roubles
from contracts import content

from notifications.rules.formats import PAYMENT_KINDS, format_day, format_minutes, format_moment
from notifications.rules.rule import build_rules
from notifications.rules.texts import TEXTS, fill_in

# Events of releases without the field `news` have the news of a payment in `change` or in the status.
NEWS_BY_STATUS = {"pending": "invoice", "waiting": "invoice"}
REFUND_VARIANTS = {
    "invoice": "refund_planned",
    "awaited": "refund_planned",
    "reopened": "refund_planned",
    "changed": "refund_changed",
    "cancelled": "refund_cancelled",
    "paid": "refunded",
}


def _choose_advance_variants(event: content.OrderAdvanced) -> list[str]:
    return ["finished" if event.is_finished else event.step]


def _build_advance_values(event: content.OrderAdvanced, at: datetime) -> dict[str, str]:
    return {
        "planned_to": format_day(event.planned_to, at),
        "took": format_days(event.days) if event.days else "",
        "note": (event.note or "").strip(),
    }


def _choose_change_variants(event: content.OrderChanged) -> list[str]:
    if event.removed:
        return ["removed"]
    return [""] if event.news in {None, "changed"} else [str(event.news)]


def _build_change_values(event: content.OrderChanged, at: datetime) -> dict[str, str]:
    lines = [_describe_change(change, at) for change in event.changes]
    moved_steps = {change.step_title for change in event.changes if change.what in {"start", "end"}}
    step = moved_steps.pop() if len(moved_steps) == 1 else None
    return {
        # An event of a release without the field `changes` has one text.
        "changes": "\n".join(lines) or event.change,
        "step": step or "",
        "text": _format_text(event),
        "document": event.document or "",
        "due_on": format_day(event.due_on, at),
    }


def _format_text(event: content.OrderChanged) -> str:
    """Return the text of an event. Reports and reasons of delays are sentences; other reasons are parts of a
    sentence."""
    text = (event.text or "").strip()
    return text if event.news in {"reported", "delayed"} else text.rstrip(". ")


def _describe_change(change: content.OrderChange, at: datetime) -> str:
    was = change.was or ""
    now = change.now or ""
    if change.what == "price":
        was = format_roubles(int(was))
        now = format_roubles(int(now))
    elif change.what in {"start", "end"}:
        was = format_day(date.fromisoformat(was), at)
        now = format_day(date.fromisoformat(now), at)
    return fill_in(TEXTS.order_changes[change.what], {"step": change.step_title or "", "was": was, "now": now})


def _choose_missed_message_variants(event: content.MessageMissed) -> list[str]:
    """Return the variant for the buyer, for the buyer's manager, or for all administrators if there is no manager."""
    if event.to == "buyer":
        return [f"buyer_{event.channel}"]
    return [f"assignee_{event.channel}" if event.assignee_id else f"admins_{event.channel}"]


def _build_missed_message_values(event: content.MessageMissed, at: datetime) -> dict[str, str]:
    return {
        "author": event.author or ("Менеджер" if event.to == "buyer" else "Клиент"),
        "excerpt": event.excerpt or "файлы без текста",
        "several": str(event.count) if event.count > 1 else "",
    }


def _build_meeting_values(event: content.BookingEvent, at: datetime) -> dict[str, str]:
    was = format_moment(event.was) if isinstance(event, content.BookingChanged) else ""
    starts_at = format_moment(event.starts_at)
    return {
        "kind": event.title or event.kind,
        "starts_at": starts_at,
        "duration": format_minutes(event.duration_minutes),
        "was": was,
        # A move published by a release without the field `was` has the new time only.
        "only_now": "" if was else starts_at,
    }


def _choose_new_booking_variants(event: content.BookingCreated) -> list[str]:
    """Return the variants of a new booking: for the client, and for the company if the client booked in person."""
    variant = "requested" if event.status == "requested" else ""
    return [variant, "admins"] if event.client else [variant]


def _choose_booking_variants(event: content.BookingChanged) -> list[str]:
    if event.news is None:
        return ["moved" if event.status == "requested" else event.status]
    if event.is_unscheduled:
        return ["unscheduled"]
    if event.news == "scheduled" and event.status == "confirmed":
        return ["confirmed"]
    if event.client and event.news == "moved":
        return ["moved_by_client", "admins_moved"]
    if event.client and event.news == "cancelled":
        return ["cancelled", "admins_cancelled"]
    return [event.news]


def _choose_payment_variants(event: content.PaymentRecorded) -> list[str]:
    if event.is_taken_back and event.news == "cancelled":
        return ["refund_cancelled" if event.kind == "refund" else "taken_back_cancelled"]
    if event.is_taken_back:
        # `details` is the news of a payment that was not refunded after all.
        return ["refund_taken_back" if event.kind == "refund" or event.news == "details" else "taken_back"]
    news = event.news or event.change or NEWS_BY_STATUS.get(event.status, event.status)
    if event.kind == "refund":
        return [REFUND_VARIANTS.get(news, news)]
    return [news]


def _build_payment_values(event: content.PaymentEvent, at: datetime) -> dict[str, str]:
    return {
        "amount": format_roubles(event.amount_rub),
        "what": event.title or PAYMENT_KINDS[event.kind],
        "order": f"заказ {event.number}, {event.order_title}" if event.number else f"«{event.order_title}»",
        "due_at": format_day(event.due_at, at),
        "customs": "Таможенные платежи" if event.includes_customs else "",
    }


# The company is also notified of news that buyers or deadlines cause, but not of news that its own employees cause.
COMPANY_NEWS = {"made", "paid", "expired", "cancelled"}


def _choose_reservation_variants(event: content.ReservationChanged) -> list[str]:
    """Return the variants for the buyer and for the company. An unpaid reservation that expires has none for the
    company."""
    variant: str = event.news
    if event.is_taken_back:
        variant = "unpaid" if event.news == "ending" else "corrected"
    elif event.news in {"ending", "expired", "cancelled", "released"}:
        variant = f"{event.news}_{'paid' if event.is_paid else 'unpaid'}"
    concerns_company = event.news in COMPANY_NEWS and (event.news != "expired" or event.is_paid)
    variants = []
    if event.user_id:
        variants.append(variant)
    if concerns_company:
        variants.append(f"admins_{event.news}")
    return variants


def _build_reservation_values(event: content.ReservationChanged, at: datetime) -> dict[str, str]:
    return {
        "amount": format_roubles(event.amount_rub),
        "refund": format_roubles(event.refund_rub) if event.refund_rub else "",
        "expires_at": format_moment(event.expires_at),
        "client": event.client or "Покупатель",
        "reason": (event.reason or "").strip().rstrip(". "),
    }


RULES = [
    *build_rules(
        content.OrderCreated,
        values=lambda event, at: {"planned_to": format_day(event.planned_to, at)},
    ),
    *build_rules(content.OrderAdvanced, variants=_choose_advance_variants, values=_build_advance_values),
    *build_rules(content.OrderChanged, variants=_choose_change_variants, values=_build_change_values),
    *build_rules(content.DocumentSent),
    *build_rules(content.MessageMissed, variants=_choose_missed_message_variants, values=_build_missed_message_values),
    *build_rules(content.MessageRefused),
    *build_rules(content.MessageOverdue, values=lambda event, at: {"due_at": format_moment(event.due_at)}),
    *build_rules(content.BookingCreated, variants=_choose_new_booking_variants, values=_build_meeting_values),
    *build_rules(content.BookingChanged, variants=_choose_booking_variants, values=_build_meeting_values),
    *build_rules(content.BookingReminder, values=_build_meeting_values),
    *build_rules(content.PaymentRecorded, variants=_choose_payment_variants, values=_build_payment_values),
    *build_rules(content.PaymentReminder, values=_build_payment_values),
    *build_rules(content.ReservationChanged, variants=_choose_reservation_variants, values=_build_reservation_values),
]
