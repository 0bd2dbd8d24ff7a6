"""Who bears changes of the customs payments is said in the same words on the pages, in invoices and in messages."""

import re
from pathlib import Path

from content.payments.invoice import RISK_TEXT
from notifications.rules.texts import TEXTS, fill_in

ROOT = Path(__file__).resolve().parents[2]
MESSAGES = ("content.payment.recorded.invoice", "content.payment.recorded.changed", "content.payment.reminder")


def test_pages_and_invoices_say_who_bears_the_risk_in_the_same_words() -> None:
    source = (ROOT / "web/src/shared/texts/risk.ts").read_text(encoding="utf-8")
    assert re.findall("'(Цена автомобиля[^']*)'", source) == [RISK_TEXT]


def test_messages_about_an_invoice_say_who_bears_the_risk_of_customs_payments() -> None:
    customs = RISK_TEXT[RISK_TEXT.index("Таможенные платежи") :]
    for key in MESSAGES:
        text = TEXTS.messages[key].message
        values = dict.fromkeys(TEXTS.messages[key].variables, "x") | {"customs": "Таможенные платежи"}
        assert customs in fill_in(text, values)
        assert "декларация" not in fill_in(text, values | {"customs": ""})
