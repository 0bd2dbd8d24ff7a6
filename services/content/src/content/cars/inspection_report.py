"""The inspection report of a car as a PDF page."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from chassis.formats import format_moscow_time, format_number

from content import pdf
from content.cars.inspection_schemas import Grade, InspectionRead, Panel, Season, Wheel
from content.cars.schemas import CarRead
from content.site.schemas import SiteSettingsRead

NBSP = "\u00a0"
PANEL_NAMES: dict[Panel, str] = {
    "hood": "Капот",
    "roof": "Крыша",
    "boot": "Крышка багажника",
    "left_front_wing": "Левое переднее крыло",
    "left_front_door": "Левая передняя дверь",
    "left_rear_door": "Левая задняя дверь",
    "left_rear_wing": "Левое заднее крыло",
    "right_front_wing": "Правое переднее крыло",
    "right_front_door": "Правая передняя дверь",
    "right_rear_door": "Правая задняя дверь",
    "right_rear_wing": "Правое заднее крыло",
}
GRADE_NAMES: dict[Grade, str] = {
    "factory": "заводское покрытие",
    "thick": "плотный заводской слой",
    "repainted": "окрашено повторно",
    "levelled": "окрашено с выравниванием",
    "filled": "толстый слой шпатлёвки",
}
WHEEL_NAMES: dict[Wheel, str] = {
    "left_front": "Левое переднее",
    "right_front": "Правое переднее",
    "left_rear": "Левое заднее",
    "right_rear": "Правое заднее",
}
SEASON_NAMES: dict[Season, str] = {"summer": "летние", "winter": "зимние", "all_season": "всесезонные"}


async def render_report(car: CarRead, inspection: InspectionRead, settings: SiteSettingsRead) -> bytes:
    """Render the report as PDF. Raises Unavailable."""
    created_at = _get_noon(inspection.inspected_on)
    return await pdf.render(
        "cars/inspection.typ", created_at=created_at, report=build_page_texts(car, inspection, settings)
    )


def _get_noon(day: date) -> datetime:
    """Return noon in Moscow of this day. Moscow is three hours ahead of UTC."""
    return datetime(day.year, day.month, day.day, 9, tzinfo=UTC)


def build_page_texts(car: CarRead, inspection: InspectionRead, settings: SiteSettingsRead) -> dict[str, Any]:
    """Return the texts of the report's page by their names in the template."""
    day = format_moscow_time(_get_noon(inspection.inspected_on), f"d{NBSP}MMMM y")
    title = f"{car.brand} {car.model}, {car.year}"
    mileage = f"пробег {format_number(car.mileage_km)}{NBSP}км"
    place_and_inspector = [text for text in (inspection.place, inspection.inspector) if text]
    battery = inspection.battery
    battery_text = ""
    if battery:
        battery_text = f"{_format_decimal(battery.health_percent)}{NBSP}% от новой"
        if battery.capacity_kwh:
            battery_text += f", ёмкость {_format_decimal(battery.capacity_kwh)}{NBSP}кВт·ч"
    return {
        "company": settings.siteName,
        "heading": "Отчёт об осмотре",
        "date": day,
        "car": f"{title}, {mileage}",
        "where": ", ".join(place_and_inspector),
        "summary": inspection.summary or "",
        "paint": [
            [PANEL_NAMES[panel.panel], f"{format_number(panel.microns)}{NBSP}мкм", GRADE_NAMES[panel.grade]]
            for panel in inspection.paint
        ],
        "tyres": [
            [name, f"{_format_decimal(tyre.tread_mm)}{NBSP}мм", tyre.name or ""]
            for wheel, name in WHEEL_NAMES.items()
            if (tyre := inspection.tyres.get(wheel))
        ],
        "season": SEASON_NAMES[inspection.tyre_season] if inspection.tyre_season else "",
        "battery": battery_text,
        "faults": [
            [
                PANEL_NAMES[fault.panel] if fault.panel else "Автомобиль",
                _add_picture_count(fault.text, len(fault.pictures)),
            ]
            for fault in inspection.faults
        ],
        "contact": f"{settings.contactPhone}, {settings.contactEmail}",
    }


def _format_decimal(value: Decimal) -> str:
    """Format with a decimal comma and without trailing zeros, such as `4,5`."""
    return f"{float(value):g}".replace(".", ",")


def _add_picture_count(text: str, picture_count: int) -> str:
    return f"{text} Фотографии: {picture_count}, на странице автомобиля." if picture_count else text
