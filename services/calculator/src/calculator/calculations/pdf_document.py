"""A saved calculation as a PDF of one page, rendered by Typst with the fonts of this package."""

from datetime import datetime
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

from chassis.features import pdf
from chassis.formats import format_moscow_time

from calculator.explanation.wording import NBSP, POWER_UNITS, format_day, format_number, format_roubles

Json = dict[str, Any]
FOLDER = Path(str(files("calculator.calculations")))

IMPORTERS = {"personal": "физическое лицо", "legal": "юридическое лицо"}
# The order of the bar's segments.
BAR_CODES = ("price", "customsDuty", "vat", "recyclingFee", "exciseTax", "registrationCost")
RATE_SOURCES = {"fixed": "зафиксирован", "manual": "установлен вручную", "central_bank": "Банк России"}


async def render_pdf(answer: Json, *, company: str) -> bytes:
    """Render the PDF. The same calculation gives the same bytes. Raises Unavailable if too many requests wait."""
    created_at = _get_creation_time(answer)
    return await pdf.render(FOLDER, "page.typ", created_at=created_at, calculation=build_page_texts(answer, company))


def _get_creation_time(answer: Json) -> datetime:
    return datetime.fromisoformat(answer["createdAt"])


def build_page_texts(answer: Json, company: str) -> Json:
    """Return all texts of the page, in order."""
    total = Decimal(str(answer["total"]))
    price = Decimal(str(answer["request"]["price"]))
    customs = _format_sum_by_power(answer, "totalCustoms")
    return {
        "company": company,
        "date": f"Рассчитано {format_moscow_time(_get_creation_time(answer))}",
        "heading": answer["title"] or "Расчёт таможенных платежей",
        "car": _describe_car(answer["request"]),
        "total": _format_sum_by_power(answer, "total"),
        "isRange": bool(answer.get("powerRange")),
        "totalCaption": f"Итого с автомобилем, из них таможенные платежи {customs}",
        "parts": _list_bar_segments(answer, price, total),
        "lines": [
            {
                "title": line["title"],
                "formula": line["formula"],
                "source": line["source"],
                "amount": _format_sum_by_power(answer, line["code"]),
            }
            for line in answer["breakdown"]
        ],
        "sums": [
            {"title": "Итого таможенные платежи", "amount": customs},
            {"title": "Итого с автомобилем", "amount": _format_sum_by_power(answer, "total")},
        ],
        "powerRange": _describe_power_range(answer),
        "current": _describe_current_edition(answer),
        "notes": [warning["message"] for warning in answer["warnings"]],
        "stamp": _list_stamp_lines(answer),
        "link": answer["shareUrl"],
    }


def _format_sum_by_power(amounts: Json, name: str) -> str:
    """Return one sum, or its lower and upper bound if the power is unknown and changes it.

    Calculations that earlier releases saved have bands with the totals only.
    """
    lowest_sum = Decimal(str(amounts[name]))
    bands = amounts.get("powerRange")
    highest_sum = Decimal(str(bands[-1].get(name, lowest_sum))) if bands else lowest_sum
    if highest_sum == lowest_sum:
        return format_roubles(lowest_sum)
    return f"{format_roubles(lowest_sum).removesuffix(f'{NBSP}₽')}{NBSP}–{NBSP}{format_roubles(highest_sum)}"


def _format_decimal(value: float) -> str:
    return format_number(Decimal(str(value)))


def _describe_car(request: Json) -> str:
    """Return 'Стоимость 3 000 000 ₽, 2 л, бензин, возраст, лет: 4, физическое лицо, 150 л. с.'"""
    is_electric = request.get("isElectric") or request.get("hybridType") == "series"
    parts = [f"Стоимость {format_roubles(Decimal(str(request['price'])))}"]
    if is_electric:
        parts.append("электромобиль" if request.get("isElectric") else "последовательный гибрид")
    else:
        parts.append(f"{_format_decimal(request['engineVolumeLiters'])}{NBSP}л")
        parts.append("бензин" if request["fuelType"] == "petrol" else "дизель")
    if "manufacture_date" in request:
        manufacture_date = datetime.fromisoformat(request["manufacture_date"]).date()
        parts.append(f"выпущен {format_day(manufacture_date)}")
    else:
        parts.append(f"возраст, лет: {_format_decimal(request['age'])}")
    parts.append(IMPORTERS[request["importCategory"]])
    if "enginePower" in request:
        unit = POWER_UNITS[request.get("enginePowerUnit", "hp")]
        parts.append(f"{_format_decimal(request['enginePower'])}{NBSP}{unit}")
    return ", ".join(parts)


def _list_bar_segments(answer: Json, price: Decimal, total: Decimal) -> list[Json]:
    """Return the segments of the bar, without empty ones."""
    titles = {line["code"]: line["title"] for line in answer["breakdown"]} | {"price": "Автомобиль"}
    amounts = {code: price if code == "price" else Decimal(answer[code]) for code in BAR_CODES}
    return [
        {
            "code": code,
            "title": titles[code],
            "share": float(amount / total),
            "percent": f"{format_number((amount / total * 100).quantize(Decimal('0.1')))}{NBSP}%",
        }
        for code, amount in amounts.items()
        if amount
    ]


def _describe_current_edition(answer: Json) -> str | None:
    """Return the sums by the edition that was in force on the day of the calculation, if it was not the chosen one."""
    edition_sums = answer.get("current")
    if not edition_sums:
        return None
    return (
        f"По редакции, действовавшей в день расчёта ({edition_sums['edition']}): "
        f"{_format_sum_by_power(edition_sums, 'total')} с автомобилем, "
        f"{_format_sum_by_power(edition_sums, 'totalCustoms')} таможенных платежей"
    )


def _describe_power_range(answer: Json) -> str | None:
    """Return the sums at other powers, if the law needs the power and none was sent."""
    subject = "Мощность не указана, а от неё зависит сумма"
    bands = answer.get("powerRange")
    edition_sums = answer.get("current")
    if not bands and edition_sums:
        bands = edition_sums.get("powerRange")
        subject += f" по редакции {edition_sums['edition']}"
    if not bands:
        return None
    weakest_band = bands[0]
    next_band = bands[1]
    strongest_band = bands[-1]
    parts = [f"до {_format_horsepower(weakest_band)} — {_format_total(weakest_band)}"]
    if next_band is not strongest_band:
        parts.append(f"до {_format_horsepower(next_band)} — {_format_total(next_band)}")
    parts.append(f"у самых мощных — {_format_total(strongest_band)}")
    return f"{subject}: {', '.join(parts)}"


def _format_horsepower(band: Json) -> str:
    return f"{band['upToHp']}{NBSP}{POWER_UNITS['hp']}"


def _format_total(band: Json) -> str:
    return format_roubles(Decimal(str(band["total"])))


def _list_stamp_lines(answer: Json) -> list[Json]:
    rate = answer["eurRate"]
    rate_day = format_day(datetime.fromisoformat(rate["date"]).date())
    return [
        {"caption": "Редакция ставок", "value": answer["edition"]},
        {
            "caption": "Курс евро",
            "value": f"{_format_decimal(rate['value'])}{NBSP}₽, {RATE_SOURCES[rate['source']]}, {rate_day}",
        },
    ]
