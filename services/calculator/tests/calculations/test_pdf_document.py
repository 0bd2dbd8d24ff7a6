"""The PDF has one page and the figures of the answer, is the same bytes each time, and needs no network."""

import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from calculator.calculations import pdf_document, queries
from calculator.runtime import Session
from chassis.features import pdf
from chassis.testing.fixture_types import ApiClient, EventDelivery
from chassis.testing.plugin import MovableClock
from chassis.web.overload import ConcurrencyLimit
from contracts.content import SettingsChanged
from pypdf import PdfReader

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
URL = "/api/calculator/calculations"


@pytest.fixture(autouse=True)
def freeze_clock(clock: MovableClock) -> None:
    clock.freeze(datetime(2026, 11, 20, 11, 5, tzinfo=UTC))


async def save_and_render(client: ApiClient, **changes: Any) -> tuple[dict[str, Any], bytes]:
    saved_body = (await client.post(URL, json=build_calculation_request(**changes))).json()
    answer = await client.get(f"{URL}/{saved_body['id']}.pdf")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    return saved_body, answer.content


def count_pages(document: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", document))


async def test_document_has_one_page_and_the_same_bytes_each_time(client: ApiClient) -> None:
    saved_body, document = await save_and_render(client)
    assert document.startswith(b"%PDF-1.7")
    assert count_pages(document) == 1
    assert (await client.get(f"{URL}/{saved_body['id']}.pdf")).content == document


async def test_a_pdf_is_refused_while_too_many_requests_wait(
    client: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_body, _ = await save_and_render(client)
    monkeypatch.setattr(pdf, "LIMIT", ConcurrencyLimit(running=1, waiting=0))
    assert (await client.get(f"{URL}/{saved_body['id']}.pdf")).status_code == 503


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Очень длинное название расчёта, " * 3},
        {"edition": "ru-2027-01", "fuelType": "газ", "importCategory": "legal", "engineVolumeLiters": 3.02,
         "age": 2.8, "euroPrice": 1},
        {"isElectric": True, "engineVolumeLiters": None, "fuelType": None, "age": None,
         "manufacture_date": "2023-11-30", "edition": "ru-2024-10", "price": 99_999_999_999.99},
        {"hybridType": "series", "enginePower": 83, "isCommercial": True, "edition": "ru-2025-12"},
        {"price": 0.01},
    ],
)  # fmt: skip
async def test_the_longest_answers_fit_on_one_page(client: ApiClient, changes: dict[str, Any]) -> None:
    _, document = await save_and_render(client, **changes)
    assert count_pages(document) == 1


async def test_the_pdf_has_the_company_name_of_the_newest_site_settings(
    client: ApiClient, deliver: EventDelivery, db: Session, clock: MovableClock
) -> None:
    _, document_before = await save_and_render(client)
    assert (await queries.get_site_settings(db)).company == "Меридиан Авто"
    other_settings = dict.fromkeys(("site_description", "contact_phone", "contact_email", "contact_address"), "…")
    other_settings |= {"showroom_address": "…", "working_hours": "…"}
    await deliver(SettingsChanged(site_name="Пассат", **other_settings))
    assert (await queries.get_site_settings(db)).company == "Пассат"
    _, document_after = await save_and_render(client)
    assert document_after != document_before
    clock.move(minutes=-5)
    await deliver(SettingsChanged(site_name="Обоз", **other_settings))
    clock.move(minutes=5)
    assert (await queries.get_site_settings(db)).company == "Пассат", "an older event replaced a newer one"
    await deliver(SettingsChanged(site_name="Меридиан Авто", **other_settings))
    assert (await queries.get_site_settings(db)).company == "Меридиан Авто"


async def test_the_texts_for_the_pdf_have_the_figures_of_the_answer(client: ApiClient) -> None:
    saved_body, _ = await save_and_render(client, importCategory="legal", enginePower=249, age=1, price=4_000_000)
    texts = pdf_document.build_page_texts(saved_body, "Меридиан Авто")
    assert texts["total"] == "6\u00a0489\u00a0278\u00a0₽"
    assert [line["amount"] for line in texts["lines"]] == [
        f"{line['amount']:,}\u00a0₽".replace(",", "\u00a0") for line in saved_body["breakdown"]
    ]
    assert texts["date"] == "Рассчитано 20.11.2026, 14:05 МСК"
    assert texts["car"].startswith("Стоимость 4\u00a0000\u00a0000\u00a0₽, 2\u00a0л, бензин, возраст, лет: 1")
    assert abs(sum(part["share"] for part in texts["parts"]) - 1) < 1e-9
    assert "ru-2026-01" in texts["current"]
    assert texts["link"] == saved_body["shareUrl"]


@pytest.mark.parametrize(
    ("customs", "changes"),
    [
        (525_818, {}),
        (879_146, {"price": 1_800_000, "engineVolumeLiters": 1.5, "age": 2}),
        (8_933_353, {"price": 9_000_000, "engineVolumeLiters": 4.4, "age": 2}),
        (1_874_664, {"price": 4_500_000, "isElectric": True, "age": 1, "enginePower": 150, "enginePowerUnit": "kW"}),
        (2_489_278, {"price": 4_000_000, "age": 1, "importCategory": "legal", "enginePower": 249}),
        (4_298_991, {"price": 1_200_000, "engineVolumeLiters": 3.0, "fuelType": "diesel", "age": 8,
                     "importCategory": "legal"}),
        (2_200_159, {"enginePower": 249, "edition": "ru-2026-01"}),
        (5_539_953, {"price": 1_000_000, "engineVolumeLiters": 3.5, "age": 5.5, "importCategory": "legal",
                     "enginePower": 230, "enginePowerUnit": "kW", "edition": "ru-2026-01"}),
    ],
)  # fmt: skip
async def test_the_text_of_the_pdf_has_the_figures_of_the_answer(
    client: ApiClient, customs: int, changes: dict[str, Any]
) -> None:
    saved_body, document = await save_and_render(client, **changes)
    assert saved_body["totalCustoms"] == customs
    page = remove_spaces(PdfReader(BytesIO(document)).pages[0].extract_text())
    lines = [f"{line['title']}{line['formula']}{line['source']}{line['amount']}₽" for line in saved_body["breakdown"]]
    sums = f"Итого таможенные платежи {customs} ₽ Итого с автомобилем {saved_body['total']} ₽"
    assert remove_spaces("".join(lines) + sums) in page
    current = saved_body.get("current")
    if current:
        assert remove_spaces(f"({current['edition']}): {format_plain_sum(current, 'total')} ₽ с автомобилем") in page
        assert f"{format_plain_sum(current, 'totalCustoms')}₽таможенныхплатежей" in page
    else:
        assert "Поредакции,действовавшей" not in page


def format_plain_sum(amounts: dict[str, Any], name: str) -> str:
    """Return the sum without spaces, and both bounds if the power is unknown."""
    bands = amounts.get("powerRange")
    return f"{amounts[name]}–{bands[-1][name]}" if bands else str(amounts[name])


def remove_spaces(text: str) -> str:
    """Return the text without white space: lines break anywhere on a page, and digits are grouped by thousands."""
    return "".join(text.split())


async def test_a_missing_power_is_a_range_on_the_page(client: ApiClient) -> None:
    saved_body, document = await save_and_render(client, price=4_500_000, edition="ru-2026-01")
    assert count_pages(document) == 1
    texts = pdf_document.build_page_texts(saved_body, "Меридиан Авто")
    bands = saved_body["powerRange"]
    range_of_totals = f"{bands[0]['total']}–{bands[-1]['total']}₽"
    range_of_customs = f"{bands[0]['totalCustoms']}–{bands[-1]['totalCustoms']}₽"
    assert remove_spaces(texts["total"]) == range_of_totals
    assert range_of_customs in remove_spaces(texts["totalCaption"])
    assert [remove_spaces(row["amount"]) for row in texts["sums"]] == [range_of_customs, range_of_totals]
    amounts = {line["title"]: remove_spaces(line["amount"]) for line in texts["lines"]}
    assert amounts["Утилизационный сбор"] == f"{bands[0]['recyclingFee']}–{bands[-1]['recyclingFee']}₽"
    assert amounts["Таможенный сбор"] == f"{saved_body['registrationCost']}₽"
    page = remove_spaces(PdfReader(BytesIO(document)).pages[0].extract_text())
    for band in (saved_body["powerRange"][0], saved_body["powerRange"][1], saved_body["powerRange"][-1]):
        assert f"{band['total']}₽" in page


async def test_a_range_saved_without_each_payment_has_both_totals(client: ApiClient) -> None:
    saved_body, _ = await save_and_render(client, price=4_500_000, edition="ru-2026-01")
    bands = saved_body["powerRange"]
    saved_body["powerRange"] = [{name: band[name] for name in ("upToHp", "totalCustoms", "total")} for band in bands]
    texts = pdf_document.build_page_texts(saved_body, "Меридиан Авто")
    assert remove_spaces(texts["total"]) == f"{bands[0]['total']}–{bands[-1]['total']}₽"
    amounts = {line["title"]: remove_spaces(line["amount"]) for line in texts["lines"]}
    assert amounts["Утилизационный сбор"] == f"{bands[0]['recyclingFee']}₽"


async def test_markup_in_a_title_is_printed_as_text(client: ApiClient) -> None:
    _, document = await save_and_render(client, title='#read("/etc/passwd") *x* $y$ \\ "')
    assert count_pages(document) == 1
