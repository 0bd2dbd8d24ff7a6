"""Explanations of the figures: each rule names the factors of its multiplication."""

from decimal import Decimal
from typing import Any, get_args

import pytest
from calculator.duty.payments import Rule
from calculator.explanation.breakdown import EXPLANATIONS, Case, explain_payments
from calculator.explanation.wording import describe_difference, format_exact, format_number, format_roubles

from ..cars import RATE, assess_car, load_edition, make_car


def explain_line(code: str, id: str = "ru-2026-01", **changes: Any) -> dict[str, str]:
    car = make_car(**changes)
    lines = explain_payments(Case(car, load_edition(id), RATE, assess_car(car, id)))
    line = next(line for line in lines if line["code"] == code)
    return {name: str(value).replace("\u00a0", " ") for name, value in line.items()}


LEGAL: dict[str, Any] = {"importer": "legal", "hp": 249}


@pytest.mark.parametrize(
    ("code", "changes", "base", "rate", "formula"),
    [
        (
            "customsDuty", {"age": 4}, "2 000 см³", "2,7 € за см³",
            "Единый платёж, старше 3 и до 5 лет, объём до 2 300 см³: 2,7 × 2 000 × 93,3508 = 504 094,32",
        ),
        (
            "customsDuty", {"age": 6, "cc": 3500}, "3 500 см³", "5,7 € за см³",
            "Единый платёж, старше 5 лет, объём свыше 3 000 см³: 5,7 × 3 500 × 93,3508 = 1 862 348,46",
        ),
        (
            "customsDuty", {"age": 2, "price": 1_800_000, "cc": 1500},
            "1 800 000 ₽", "48 %, но не менее 5,5 € за см³",
            "Единый платёж, до 3 лет, стоимость до 42 300 €: 48 % × 1 800 000 = 864 000; "
            "это больше минимума 5,5 × 1 500 × 93,3508 = 770 144,10",
        ),
        (
            "customsDuty", {"age": 2, "price": 9_000_000, "cc": 4400},
            "4 400 см³", "48 %, но не менее 15 € за см³",
            "Единый платёж, до 3 лет, стоимость до 169 000 €: минимум 15 × 4 400 × 93,3508 = 6 161 152,80; "
            "это больше, чем 48 % × 9 000 000 = 4 320 000",
        ),
        (
            "customsDuty", {"is_electric": True, "cc": 0}, "3 000 000 ₽", "15 %",
            "Пошлина на электромобиль: 15 % × 3 000 000 = 450 000",
        ),
        (
            "customsDuty", {"age": 1, "cc": 2900, **LEGAL}, "3 000 000 ₽", "12,5 %",
            "Пошлина, до 3 лет, бензин, объём до 3 000 см³: 12,5 % × 3 000 000 = 375 000",
        ),
        (
            "customsDuty", {"age": 5, "price": 1_000_000, "cc": 3500, **LEGAL},
            "3 500 см³", "20 %, но не менее 0,8 € за см³",
            "Пошлина, от 3 до 7 лет, бензин, объём свыше 3 000 см³: "
            "минимум 0,8 × 3 500 × 93,3508 = 261 382,24; это больше, чем 20 % × 1 000 000 = 200 000",
        ),
        (
            "customsDuty", {"age": 8, "fuel": "diesel", **LEGAL}, "2 000 см³", "2,2 € за см³",
            "Пошлина, старше 7 лет, дизель, объём до 2 500 см³: 2,2 × 2 000 × 93,3508 = 410 743,52",
        ),
        (
            "registrationCost", {"price": 20_000_000}, "20 000 000 ₽", "73 860 ₽",
            "Сбор за таможенные операции при стоимости свыше 10 000 000 ₽: 73 860 ₽",
        ),
        ("exciseTax", {}, "—", "—", "Входит в единый платёж"),
        (
            "exciseTax", LEGAL, "249 л. с.", "1 004 ₽ за л. с.",
            "Акциз, мощность до 300 л. с.: 1 004 × 249 = 249 996",
        ),
        (
            "exciseTax", {"importer": "legal", "kw": 230}, "230 кВт", "1 711 ₽ за 0,75 кВт",
            "Акциз, мощность до 300 кВт: 1 711 × 230 / 0,75 = 524 706,67",
        ),
        (
            "exciseTax", {"is_electric": True, "cc": 0}, "не указана", "—",
            "Мощность не указана: акциз не посчитан",
        ),
        (
            "vat", {"age": 1, "price": 4_000_000, **LEGAL}, "4 849 996 ₽", "22 %",
            "НДС со стоимости, пошлины и акциза: 22 % × (4 000 000 + 600 000 + 249 996) = 1 066 999,12",
        ),
        (
            "recyclingFee", {"hp": 150}, "20 000 ₽", "0,26",
            "Льготный сбор для личного пользования, старше 3 лет: 20 000 × 0,26 = 5 200",
        ),
        (
            "recyclingFee", {}, "20 000 ₽", "0,26",
            "Льготный сбор для личного пользования, мощность не указана, старше 3 лет: 20 000 × 0,26 = 5 200",
        ),
        (
            "recyclingFee", {"hp": 249, "age": 3}, "20 000 ₽", "50,52",
            "Объём 2 000 см³, мощность 183,14 кВт, не старше 3 лет: 20 000 × 50,52 = 1 010 400",
        ),
        (
            "recyclingFee", {"is_electric": True, "cc": 0, "importer": "legal"}, "20 000 ₽", "70,44",
            "Электромобиль, мощность не указана: взята нижняя строка таблицы, старше 3 лет: "
            "20 000 × 70,44 = 1 408 800",
        ),
    ],
)  # fmt: skip
def test_each_line_shows_base_rate_and_formula(
    code: str, changes: dict[str, Any], base: str, rate: str, formula: str
) -> None:
    line = explain_line(code, **changes)
    assert (line["base"], line["rate"], line["formula"]) == (base, rate, formula)


def test_power_is_not_named_before_the_law_needed_it() -> None:
    formula = explain_line("recyclingFee", "ru-2025-01", **LEGAL)["formula"]
    assert formula == "Объём 2 000 см³, старше 3 лет: 20 000 × 58,7 = 1 174 000"


def test_each_line_names_its_law() -> None:
    assert explain_line("customsDuty")["source"] == "Решение Совета ЕЭК № 107 от 20.12.2017, приложение 2, таблица 2"
    assert explain_line("customsDuty", **LEGAL)["source"].endswith("код ТН ВЭД 8703 23")
    assert explain_line("registrationCost")["source"].endswith("в редакции № 1638 от 23.10.2025")
    assert explain_line("customsDuty", is_electric=True, cc=0)["source"].endswith("с 22.01.2026 — 8703 80 000 3")


@pytest.mark.parametrize("age", [2, 5, 8])
@pytest.mark.parametrize(
    ("fuel", "cc", "code"),
    [
        ("petrol", 1000, "8703 21"), ("petrol", 1001, "8703 22"), ("petrol", 1500, "8703 22"),
        ("petrol", 1501, "8703 23"), ("petrol", 3000, "8703 23"), ("petrol", 3001, "8703 24"),
        ("diesel", 1500, "8703 31"), ("diesel", 1501, "8703 32"), ("diesel", 2500, "8703 32"),
        ("diesel", 2501, "8703 33"),
    ],
)  # fmt: skip
def test_every_row_of_the_tariff_names_its_code(fuel: str, cc: int, code: str, age: int) -> None:
    line = explain_line("customsDuty", **LEGAL, fuel=fuel, cc=cc, age=age)
    assert line["source"].endswith(f"код ТН ВЭД {code}")
    assert {"petrol": "бензин", "diesel": "дизель"}[fuel] in line["formula"]


def test_every_rule_can_be_explained() -> None:
    assert set(EXPLANATIONS) == set(get_args(Rule))


def test_figures_are_written_the_russian_way() -> None:
    assert format_number(Decimal("1234567.80")) == "1\u00a0234\u00a0567,8"
    assert format_exact(Decimal("1234567.80")) == "1\u00a0234\u00a0567,80"
    assert format_exact(Decimal("392939.5595")) == "392\u00a0939,5595"
    assert format_exact(Decimal(1) / 3) == "0,33"
    assert format_roubles(5) == "5\u00a0₽"
    assert describe_difference(0) == "без разницы"
    assert describe_difference(-1500) == "на 1\u00a0500\u00a0₽ меньше"
