"""The invoice of a payment as a PDF with a payment QR, and the confirmation of a payment that has arrived."""

import re
from datetime import datetime
from typing import Any

import segno
from chassis.formats import format_moscow_time, format_number
from chassis.web.errors import Conflict

from content import pdf
from content.payments.schemas import PaymentAdmin
from content.payments.states import UNPAID_STATUSES
from content.payments.sum_in_words import spell_roubles
from content.site.schemas import Requisites, SiteSettingsRead

NBSP = "\u00a0"
DAY_FORMAT = f"d{NBSP}MMMM y"
# The same words as on the pages of a car, a calculation and an order (web/src/shared/texts/risk.ts).
RISK_TEXT = (
    "Цена автомобиля, доставки и нашей работы закреплена договором. Таможенные платежи считаются по курсу и ставкам "
    "дня, когда зарегистрирована декларация: до него их изменение в обе стороны ложится на покупателя, после него "
    "сумма окончательная."
)
# The longest payment purpose that GOST R 56042-2014 allows, in characters.
MAX_PURPOSE_LENGTH = 210
RECEIPT_WORD = re.compile(r"^чек \s*", re.IGNORECASE)


class NoRequisites(Conflict):
    code = "no_requisites"
    message = "Реквизиты компании ещё не указаны: счёт пришлёт менеджер"


class NothingToPay(Conflict):
    code = "nothing_to_pay"
    message = "По этому платежу нет счёта: он отменён или возвращён"


def encode_payment_qr(payment: PaymentAdmin, requisites: Requisites) -> str:
    """Return the payload of the payment QR code by GOST R 56042-2014.

    The service data is `ST00012` (version 1, UTF-8). The sum is in kopecks.
    """
    fields = {
        "Name": requisites.name,
        "PersonalAcc": requisites.account,
        "BankName": requisites.bank,
        "BIC": requisites.bic,
        "CorrespAcc": requisites.correspondent_account,
        "Sum": str(payment.amount_rub * 100),
        "Purpose": describe_purpose(payment),
        "PayeeINN": requisites.inn,
        "KPP": requisites.kpp,
    }
    # The separator cannot be escaped, so no value may contain it.
    parts = [f"{name}={value.replace('|', ' ')}" for name, value in fields.items() if value]
    return "|".join(["ST00012", *parts])


def describe_purpose(payment: PaymentAdmin) -> str:
    """Return the text for the bank statement: the contract or the reservation, and the payment."""
    if payment.order_id is None:
        return f"Бронь № {payment.order_number}: {payment.title}"[:MAX_PURPOSE_LENGTH]
    return f"Оплата по договору № {payment.order_number}: {payment.title}"[:MAX_PURPOSE_LENGTH]


async def render_invoice(payment: PaymentAdmin, settings: SiteSettingsRead, *, payer: str) -> bytes:
    """Render the document of a payment as PDF. Raises NoRequisites, NothingToPay, Unavailable.

    `payer` is the buyer's name, empty if it is unknown.
    """
    if payment.status not in {*UNPAID_STATUSES, "paid"} or payment.kind == "refund":
        raise NothingToPay
    requisites = settings.requisites
    if not requisites.is_complete:
        raise NoRequisites
    page_texts = build_page_texts(payment, settings, payer)
    qr_svg = draw_qr(encode_payment_qr(payment, requisites)) if payment.status in UNPAID_STATUSES else ""
    return await pdf.render("payments/invoice.typ", created_at=payment.created_at, invoice=page_texts, qr=qr_svg)


def draw_qr(payload: str) -> str:
    """Return the QR code as SVG. The error correction has level M, as the standard requires."""
    return segno.make_qr(payload, error="m", encoding="utf-8").svg_inline(scale=4, border=2, dark="#16181a")


def build_page_texts(payment: PaymentAdmin, settings: SiteSettingsRead, payer: str) -> dict[str, Any]:
    """Return the texts of the document by their names in the template."""
    requisites = settings.requisites
    is_open = payment.status in UNPAID_STATUSES
    received_at = payment.paid_at or payment.updated_at
    document_day = payment.created_at if is_open else received_at
    record_label = "Заказ" if payment.order_id else "Бронь"
    description = f"{payment.title}. {record_label} {payment.order_number}"
    # The title of a reservation's payment names the car.
    if payment.order_title not in payment.title:
        description += f", {payment.order_title}"
    number = f"{payment.order_number}/{str(payment.id)[-4:].upper()}"
    rows = [
        ("Получатель", requisites.name),
        ("ИНН / КПП", f"{requisites.inn} / {requisites.kpp}" if requisites.kpp else requisites.inn),
        ("Расчётный счёт", requisites.account),
        ("Банк", requisites.bank),
        ("БИК", requisites.bic),
        ("Корр. счёт", requisites.correspondent_account),
    ]
    if payer:
        rows.append(("Плательщик", payer))
    if requisites.vat:
        rows.append(("НДС", requisites.vat))
    if is_open:
        rows.append(("Назначение", describe_purpose(payment)))
    else:
        rows += [("Поступил", _format_day(payment.paid_at)), ("Чек", _format_receipt(payment.receipt))]
    return {
        "company": settings.siteName,
        "heading": f"Счёт № {number}" if is_open else f"Подтверждение оплаты № {number}",
        "date": f"от {_format_day(document_day)}",
        "what": description,
        "sum": f"{format_number(payment.amount_rub)}{NBSP}₽",
        "words": spell_roubles(payment.amount_rub),
        "due": f"Оплатить до {_format_due(payment)}" if is_open and payment.due_at else "",
        "rows": rows,
        "risk": RISK_TEXT if is_open and payment.includes_customs else "",
        "qr": "Наведите камеру приложения банка: сумма и назначение заполнятся сами." if is_open else "",
        "contact": f"{settings.contactPhone}, {settings.contactEmail}",
    }


def _format_due(payment: PaymentAdmin) -> str:
    """Format the deadline of an invoice. A reservation waits only hours, so its invoice also names the time."""
    if payment.due_at is None or payment.order_id:
        return _format_day(payment.due_at)
    return format_moscow_time(payment.due_at, f"{DAY_FORMAT}, HH:mm 'МСК'")


def _format_receipt(receipt: str | None) -> str:
    """Return the number of a receipt. The row is called "Чек", so a receipt entered as "чек № 124" loses the word."""
    if not receipt:
        return "выдан кассой отдельно"
    return RECEIPT_WORD.sub("", receipt)


def _format_day(at: datetime | None) -> str:
    return format_moscow_time(at, DAY_FORMAT) if at else "—"
