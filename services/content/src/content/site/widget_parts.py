"""Checks of the parts of third-party widgets that the pages use. Other parts are stored as they are."""

import math
from collections.abc import Callable
from typing import Any

from chassis.web.errors import FieldProblem

from content.site.schemas import Widgets

TILE_PLACEHOLDERS = ("{z}", "{x}", "{y}")


def _check_https_address(value: Any) -> None:
    if not _is_address(value, "https://"):
        raise ValueError("Нужен полный адрес, который начинается с https://")


def _check_support_address(value: Any) -> None:
    if not _is_address(value, "https://", "mailto:"):
        raise ValueError("Нужен полный адрес, который начинается с https:// или mailto:")


def _check_tiles(value: Any) -> None:
    if not _is_address(value, "https://", "/") or not all(name in value for name in TILE_PLACEHOLDERS):
        raise ValueError("Нужен адрес, который начинается с / или https:// и содержит {z}, {x} и {y}")


def _is_address(value: Any, *beginnings: str) -> bool:
    if not isinstance(value, str) or any(character.isspace() for character in value):
        return False
    return any(value.startswith(beginning) and len(value) > len(beginning) for beginning in beginnings)


def _check_group(value: Any) -> None:
    number = _parse_number(value)
    if number is None or number <= 0 or not number.is_integer():
        raise ValueError("Нужен номер сообщества: целое число больше нуля")


def _check_latitude(value: Any) -> None:
    number = _parse_number(value)
    if number is None or abs(number) > 90:
        raise ValueError("Широта бывает от −90 до 90")


def _check_longitude(value: Any) -> None:
    number = _parse_number(value)
    if number is None or abs(number) > 180:
        raise ValueError("Долгота бывает от −180 до 180")


def _parse_number(value: Any) -> float | None:
    """Return a finite number, which may be stored as text. The pages read both."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


CHECKS: dict[str, dict[str, Callable[[Any], None]]] = {
    "chat": {"support": _check_support_address, "script": _check_https_address},
    "community": {
        "vk": _check_https_address,
        "telegram": _check_https_address,
        "max": _check_https_address,
        "vkGroup": _check_group,
    },
    "map": {"tiles": _check_tiles, "latitude": _check_latitude, "longitude": _check_longitude},
}


def find_widget_problems(widgets: Widgets, widgets_before: Widgets) -> list[FieldProblem]:
    """Return the problems of the changed parts.

    A form sends all widgets, so a wrong part that an earlier release stored must not block the change of another part.
    """
    problems = []
    for widget, checks in CHECKS.items():
        parts = _get_parts(widgets, widget)
        parts_before = _get_parts(widgets_before, widget)
        for part, check in checks.items():
            value = parts.get(part)
            if value in (None, "") or value == parts_before.get(part):
                continue
            try:
                check(value)
            except ValueError as error:
                problems.append(FieldProblem(field=f"widgets.{widget}.{part}", message=str(error)))
    return problems


def _get_parts(widgets: Widgets, name: str) -> dict[str, Any]:
    value = getattr(widgets, name)
    return value if isinstance(value, dict) else {}
