"""The rate is the bank's rate of the day, otherwise its newest rate of the past week, otherwise the fixed rate.

The answer names the source of the rate.
"""

from datetime import date
from decimal import Decimal

import pytest
from calculator.euro.bank import BankUnreachable, parse_history, parse_rate
from calculator.euro.rates import BankRate, build_manual_rate, choose_bank_rate, get_fixed_rate

FRIDAY = BankRate(date(2026, 11, 20), date(2026, 11, 20), Decimal("95.1234"))
SUNDAY = BankRate(date(2026, 11, 22), date(2026, 11, 21), Decimal("95.5"))


class TestBankRate:
    def test_rate_of_the_day_is_used(self) -> None:
        rate = choose_bank_rate([FRIDAY, SUNDAY], date(2026, 11, 20))
        assert (rate.value, rate.date, rate.source, rate.warning) == (
            Decimal("95.1234"),
            date(2026, 11, 20),
            "central_bank",
            None,
        )

    def test_the_saturday_rate_holds_on_sunday(self) -> None:
        rate = choose_bank_rate([FRIDAY, SUNDAY], date(2026, 11, 22))
        assert (rate.date, rate.warning) == (date(2026, 11, 21), None)

    @pytest.mark.parametrize(
        ("day", "value", "warning"),
        [
            (date(2026, 11, 23), "95.5", "rate_stale"),
            (date(2026, 11, 29), "95.5", "rate_stale"),
            (date(2026, 11, 30), "93.3508", "rate_fixed"),
            (date(2026, 11, 21), "95.1234", "rate_stale"),
            (date(2026, 11, 19), "93.3508", "rate_fixed"),
        ],
    )
    def test_newest_rate_is_used_for_a_week_and_then_the_fixed_rate(self, day: date, value: str, warning: str) -> None:
        rate = choose_bank_rate([SUNDAY, FRIDAY], day)
        assert (rate.value, rate.warning) == (Decimal(value), warning)

    def test_a_rate_without_data_has_a_stronger_warning(self) -> None:
        assert "приблизительная" in choose_bank_rate([], date(2026, 11, 20)).message
        assert "приблизительная" not in get_fixed_rate(date(2026, 11, 20)).message


def test_fixed_and_manual_rates_name_their_source() -> None:
    day = date(2026, 1, 2)
    fixed_rate = get_fixed_rate(day)
    assert (fixed_rate.value, fixed_rate.date, fixed_rate.source) == (Decimal("93.3508"), day, "fixed")
    manual_rate = build_manual_rate(Decimal("101.5"), day)
    assert (manual_rate.value, manual_rate.date, manual_rate.source) == (Decimal("101.5"), day, "manual")
    assert fixed_rate.warning == manual_rate.warning == "rate_fixed"


class TestDocument:
    DAY = date(2026, 11, 20)

    def make_document(self, **changes: str) -> bytes:
        parts = {"date": "20.11.2026", "code": "EUR", "nominal": "1", "value": "95,1234"} | changes
        return (
            (
                '<?xml version="1.0" encoding="windows-1251"?>'
                '<ValCurs Date="{date}"><Valute><CharCode>{code}</CharCode>'
                "<Nominal>{nominal}</Nominal><Name>Евро</Name><Value>{value}</Value></Valute></ValCurs>"
            )
            .format(**parts)
            .encode("windows-1251")
        )

    def test_decimal_comma_is_read(self) -> None:
        assert parse_rate(self.make_document(), self.DAY) == FRIDAY

    def test_value_is_divided_by_the_nominal(self) -> None:
        rate = parse_rate(self.make_document(nominal="10", value="951,234"), self.DAY)
        assert rate.value == Decimal("95.1234")

    def test_rate_has_the_date_of_the_document(self) -> None:
        assert parse_rate(self.make_document(date="14.11.2026"), self.DAY).quoted_on == date(2026, 11, 14)

    @pytest.mark.parametrize(
        "changes",
        [
            {"code": "USD"}, {"value": ""}, {"value": "дорого"}, {"value": "0"}, {"nominal": "0"},
            {"date": "2026-11-20"}, {"date": "21.11.2026"}, {"date": "01.10.2026"}, {"value": "-5"},
        ],
    )  # fmt: skip
    def test_a_document_without_a_valid_rate_is_refused(self, changes: dict[str, str]) -> None:
        with pytest.raises(BankUnreachable):
            parse_rate(self.make_document(**changes), self.DAY)

    @pytest.mark.parametrize(
        "document",
        [
            b"",
            b"<html>busy</html>",
            b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><ValCurs Date="20.11.2026">&b;</ValCurs>',
            b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><ValCurs Date="20.11.2026">&f;</ValCurs>',
        ],
    )
    def test_hostile_documents_are_refused(self, document: bytes) -> None:
        with pytest.raises(BankUnreachable):
            parse_rate(document, self.DAY)


class TestHistory:
    FIRST_DAY = date(2026, 11, 1)
    LAST_DAY = date(2026, 11, 20)

    def make_document(self, day: str = "20.11.2026", nominal: str = "1", value: str = "95,1234") -> bytes:
        return (
            '<?xml version="1.0" encoding="windows-1251"?><ValCurs ID="R01239">'
            f'<Record Date="{day}" Id="R01239"><Nominal>{nominal}</Nominal><Value>{value}</Value></Record></ValCurs>'
        ).encode("windows-1251")

    def test_history_has_a_rate_for_each_banking_day(self) -> None:
        assert parse_history(self.make_document(), self.FIRST_DAY, self.LAST_DAY) == [FRIDAY]
        assert parse_history(self.make_document(nominal="10", value="951,234"), self.FIRST_DAY, self.LAST_DAY) == [
            FRIDAY
        ]

    @pytest.mark.parametrize(
        "changes",
        [
            {"day": "21.11.2026"},
            {"day": "31.10.2026"},
            {"day": "вчера"},
            {"value": "-5"},
            {"value": ""},
            {"nominal": "0"},
        ],
    )
    def test_a_document_without_a_valid_history_is_refused(self, changes: dict[str, str]) -> None:
        with pytest.raises(BankUnreachable):
            parse_history(self.make_document(**changes), self.FIRST_DAY, self.LAST_DAY)
