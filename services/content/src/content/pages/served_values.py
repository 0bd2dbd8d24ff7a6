"""Figures, dates and parts of a price for the server-rendered page of a car or an article.

The web app shows them in the same way. The functions are pure.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from chassis.formats import MOSCOW, format_moscow_time, format_number
from chassis.typography import NBSP, typeset

from content.articles.schemas import PostRead
from content.cars.labels import BODIES, DRIVES, FUELS, GEARBOXES
from content.cars.schemas import CarRead

# Spaces between the groups of digits, as in 47 800. The first may break at the end of a line, the second may not.
THIN_SPACE = "\u2009"
NARROW_NBSP = "\u202f"
DAY_FORMAT = f"d{NBSP}MMMM y"
# The customs payments by their names in `price_details`: the label, and the fill pattern in the price bar, which is the
# CSS class `ui-hatch-...` in the template.
CUSTOMS_PAYMENTS = {
    "customsDuty": ("Таможенная пошлина", "slant"),
    "exciseTax": ("Акциз", "rule"),
    "vat": ("НДС", "cross"),
    "recyclingFee": ("Утилизационный сбор", "dots"),
    "registrationCost": ("Таможенный сбор", "plain"),
}


def format_figure(value: Decimal | int, space: str = THIN_SPACE) -> str:
    """Return `1 234 567`."""
    return format_number(value).replace(" ", space)


def format_roubles(value: Decimal | int) -> str:
    """Return `1 234 567 ₽`."""
    return f"{format_figure(value)}{NBSP}₽"


def format_day(at: datetime) -> str:
    """Return `20 ноября 2026`, in Moscow."""
    return format_moscow_time(at, DAY_FORMAT)


def format_day_and_time(at: datetime) -> str:
    """Return `20 ноября 2026, 14:05 МСК`, in Moscow."""
    return format_moscow_time(at, f"{DAY_FORMAT}, HH:mm{NBSP}'МСК'")


def format_calendar_day(on: date) -> str:
    """Return `20 ноября 2026`."""
    return format_day(datetime.combine(on, time(), MOSCOW))


def format_updated_day(post: PostRead) -> str | None:
    """Return the day of the last change, or None if it is the day of publication."""
    changed_day = format_day(post.updated_at)
    return None if changed_day == format_day(post.created_at) else changed_day


def format_specs(car: CarRead) -> str:
    """Return the year, mileage, engine, power and place in one line."""
    specs = [
        str(car.year),
        f"{format_figure(car.mileage_km, NARROW_NBSP)}{NBSP}км",
        typeset(car.engine),
        f"{format_figure(car.power_hp, NARROW_NBSP)}{NBSP}л.{NBSP}с." if car.power_hp > 0 else "",
        car.city or car.country,
    ]
    return ", ".join(spec for spec in specs if spec)


def list_properties(car: CarRead) -> list[tuple[str, str]]:
    """Return the rows of the car's table of properties, as titles and values."""
    fuel = FUELS.get(car.fuel, car.fuel)
    properties = [
        ("Год выпуска", str(car.year)),
        ("Пробег", f"{format_figure(car.mileage_km)}{NBSP}км"),
        ("Кузов", _capitalize_label(BODIES, car.body_type)),
        ("Двигатель", typeset(car.engine) or fuel.capitalize()),
        ("Мощность", f"{format_figure(car.power_hp)}{NBSP}л.{NBSP}с." if car.power_hp > 0 else ""),
        ("Мощность в документах", f"{format_figure(car.power_kw)}{NBSP}кВт" if car.power_kw is not None else ""),
        ("Коробка", _capitalize_label(GEARBOXES, car.transmission)),
        ("Привод", _capitalize_label(DRIVES, car.drive)),
        ("Цвет", car.colour[:1].upper() + car.colour[1:] if car.colour else ""),
        ("Длина", f"{format_figure(car.length_mm)}{NBSP}мм" if car.length_mm is not None else ""),
        ("Где стоит", ", ".join(place for place in (car.city, car.country) if place)),
        ("Цена продавца", f"{format_figure(car.price_eur)}{NBSP}€" if car.price_eur is not None else ""),
    ]
    return [(title, value) for title, value in properties if value]


def _capitalize_label(labels: dict[str, str], code: str | None) -> str:
    label = labels.get(code or "")
    if label:
        return label.capitalize()
    return code or ""


@dataclass(frozen=True)
class PricePart:
    """A part of the price in Russia, in roubles. `hatch` is its fill pattern in the price bar."""

    label: str
    hatch: str
    value: Decimal


def _parse_amount(value: Any) -> Decimal:
    try:
        amount = Decimal(str(value))
    except ArithmeticError:
        return Decimal(0)
    return amount if amount.is_finite() else Decimal(0)


def list_price_parts(car: CarRead) -> list[PricePart]:
    """Return the parts of the price: the car, the customs payments and the services. Empty for a manual price."""
    if car.price_rub is None or not car.price_details:
        return []
    details = car.price_details
    payments = [
        PricePart(label, hatch, _parse_amount(details.get(name))) for name, (label, hatch) in CUSTOMS_PAYMENTS.items()
    ]
    price = _parse_amount(details.get("carPrice"))
    if not price:
        price = car.price_rub - sum((part.value for part in payments), Decimal(0))
    parts = (PricePart("Автомобиль", "solid", price), *payments, *list_service_parts(car))
    return [part for part in parts if part.value > 0]


def list_service_parts(car: CarRead) -> list[PricePart]:
    """Return the charges of the company between the price with customs and the turnkey price."""
    if car.turnkey is None:
        return []
    return [
        PricePart("Доставка и страховка груза", "empty", Decimal(car.turnkey.delivery_rub)),
        PricePart("Работа по договору", "empty", Decimal(car.turnkey.work_rub)),
        PricePart("Лаборатория и электронный паспорт", "empty", Decimal(car.turnkey.laboratory_rub)),
    ]


def describe_price(car: CarRead) -> str | None:
    """Return the rate and the day for which the price was calculated."""
    if not car.eur_rate or car.rate_date is None:
        return None
    rate = f"{car.eur_rate.normalize():f}".replace(".", ",")
    return typeset(f"курс {rate}{NBSP}₽, расчёт на {format_calendar_day(car.rate_date)}")
