"""The printed page: words for a kept calculation, set by Typst with fonts that travel with the service."""

import asyncio
import json
from datetime import datetime
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import typst

from calculator.explanation.wording import NBSP, day, number, roubles
from calculator.policy.current import MOSCOW

Json = dict[str, Any]
HERE = Path(str(files("calculator.calculations")))
# Setting a page takes a core for a moment: one at a time, or the calculations beside it would wait.
_press = asyncio.Semaphore(1)

IMPORTERS = {"personal": "физическое лицо", "legal": "юридическое лицо"}
ORDER = ("price", "customsDuty", "vat", "recyclingFee", "exciseTax", "registrationCost")
SOURCES = {"fixed": "зафиксирован", "manual": "установлен вручную", "central_bank": "Банк России"}


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(font_paths=[str(HERE / "fonts")], include_system_fonts=False)


async def printed(kept: Json, *, company: str) -> bytes:
    """The page as PDF; the same calculation gives the same bytes."""
    async with _press:
        return await asyncio.to_thread(_set, kept, company)


def _set(kept: Json, company: str) -> bytes:
    page = typst.compile(
        str(HERE / "page.typ"),
        root=str(HERE),
        font_paths=_fonts(),
        format="pdf",
        sys_inputs={"calculation": json.dumps(words(kept, company), ensure_ascii=False)},
        timestamp=int(_moment(kept).timestamp()),
    )
    assert isinstance(page, bytes)
    return page


def _moment(kept: Json) -> datetime:
    return datetime.fromisoformat(kept["createdAt"])


def words(kept: Json, company: str) -> Json:
    """Everything the page says, in the order it says it."""
    total, price = Decimal(str(kept["total"])), Decimal(str(kept["request"]["price"]))
    return {
        "company": company,
        "date": f"Рассчитано {_written(_moment(kept))}",
        "heading": kept["title"] or "Расчёт таможенных платежей",
        "car": _car(kept["request"]),
        "total": roubles(total),
        "totalCaption": f"Итого с автомобилем, из них таможенные платежи {roubles(kept['totalCustoms'])}",
        "parts": _parts(kept, price, total),
        "lines": [
            {
                "title": line["title"],
                "formula": line["formula"],
                "source": line["source"],
                "amount": roubles(line["amount"]),
            }
            for line in kept["breakdown"]
        ],
        "sums": [
            {"title": "Итого таможенные платежи", "amount": roubles(kept["totalCustoms"])},
            {"title": "Итого с автомобилем", "amount": roubles(total)},
        ],
        "current": _current(kept),
        "notes": [warning["message"] for warning in kept["warnings"]],
        "stamp": _stamp(kept),
        "link": kept["shareUrl"],
    }


def _written(moment: datetime) -> str:
    return f"{moment.astimezone(MOSCOW):%d.%m.%Y, %H:%M} МСК"


def _decimal(value: float) -> str:
    return number(Decimal(str(value)))


def _car(request: Json) -> str:
    """'3 000 000 ₽, 2 л, бензин, 4 года, физическое лицо, 150 л. с.'"""
    electric = request.get("isElectric") or request.get("hybridType") == "series"
    parts = [f"Стоимость {roubles(Decimal(str(request['price'])))}"]
    if electric:
        parts.append("электромобиль" if request.get("isElectric") else "последовательный гибрид")
    else:
        parts.append(f"{_decimal(request['engineVolumeLiters'])}{NBSP}л")
        parts.append("бензин" if request["fuelType"] == "petrol" else "дизель")
    if "manufacture_date" in request:
        made = datetime.fromisoformat(request["manufacture_date"]).date()
        parts.append(f"выпущен {day(made)}")
    else:
        parts.append(f"возраст, лет: {_decimal(request['age'])}")
    parts.append(IMPORTERS[request["importCategory"]])
    if "enginePower" in request:
        unit = "кВт" if request.get("enginePowerUnit") == "kW" else f"л.{NBSP}с."
        parts.append(f"{_decimal(request['enginePower'])}{NBSP}{unit}")
    return ", ".join(parts)


def _parts(kept: Json, price: Decimal, total: Decimal) -> list[Json]:
    """The shares of the bar, in the order of the drawing's materials; what is nothing is not drawn."""
    titles = {line["code"]: line["title"] for line in kept["breakdown"]} | {"price": "Автомобиль"}
    amounts = {code: price if code == "price" else Decimal(kept[code]) for code in ORDER}
    return [
        {
            "code": code,
            "title": titles[code],
            "share": float(amount / total),
            "percent": f"{number((amount / total * 100).quantize(Decimal('0.1')))}{NBSP}%",
        }
        for code, amount in amounts.items()
        if amount
    ]


def _current(kept: Json) -> str | None:
    current = kept.get("current")
    if not current:
        return None
    return (
        f"По редакции, действовавшей в день расчёта ({current['edition']}): "
        f"{roubles(Decimal(str(current['total'])))} с автомобилем, "
        f"{roubles(current['totalCustoms'])} таможенных платежей"
    )


def _stamp(kept: Json) -> list[Json]:
    rate = kept["eurRate"]
    rate_day = day(datetime.fromisoformat(rate["date"]).date())
    return [
        {"caption": "Редакция ставок", "value": kept["edition"]},
        {
            "caption": "Курс евро",
            "value": f"{_decimal(rate['value'])}{NBSP}₽, {SOURCES[rate['source']]}, {rate_day}",
        },
    ]
