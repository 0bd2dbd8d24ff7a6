"""The types of notifications, with the priority, the toast and the buttons of each type."""

from typing import Any, Literal, get_args

Kind = Literal["booking", "payment", "maintenance", "promotion", "system", "security"]
Priority = Literal["urgent", "high", "normal", "low"]
KINDS: tuple[Kind, ...] = get_args(Kind)

PRIORITIES: dict[str, Priority] = {
    "security": "urgent",
    "payment": "high",
    "maintenance": "high",
    "booking": "normal",
    "promotion": "low",
    "system": "low",
}
# How long a toast is shown, in milliseconds. 0 means until the user closes it.
TOAST_MS: dict[Priority, int] = {"urgent": 0, "high": 8000, "normal": 5000, "low": 5000}

# The labels are in English, as in the product specification (section 9).
ACTIONS: dict[str, list[dict[str, Any]]] = {
    "booking": [{"label": "View", "url": "/dashboard/bookings"}],
    "payment": [{"label": "Details", "url": "/dashboard/payments"}],
    "security": [{"label": "Check", "url": "/dashboard/security"}, {"label": "Ignore", "url": None}],
    "maintenance": [{"label": "More", "url": "/dashboard/bookings"}],
}


def get_priority(kind: str) -> Priority:
    """Return the priority of a type. An unknown type has the lowest one."""
    return PRIORITIES.get(kind, "low")


def is_urgent(kind: str) -> bool:
    """Return True if a type ignores quiet hours."""
    return get_priority(kind) == "urgent"
