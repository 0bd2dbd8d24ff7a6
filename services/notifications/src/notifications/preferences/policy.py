"""Decides on which channels and when a user may be notified, by the user's preferences. All functions are pure."""

from datetime import datetime, time, timedelta
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

Channel = Literal["in_app", "email", "push", "telegram"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)


def allows(choices: dict[str, Any], kind: str, channel: str, *, marketing: bool) -> bool:
    """Return the choice of the user, or the default. Security notices always reach the inbox.

    Advertising outside the site needs prior consent (38-ФЗ, ст. 18).
    """
    if kind == "security" and channel == "in_app":
        return True
    choice = choices.get(kind, {}).get(channel)
    if choice is not None:
        return bool(choice)
    if kind == "promotion" and channel != "in_app":
        return marketing
    return True


def find_quiet_end(now: datetime, *, start: time, end: time, zone: ZoneInfo) -> datetime | None:
    """Return when the current quiet hours end. Returns None outside quiet hours.

    Each night is an interval between two moments, so a change of the clocks makes it an hour longer or shorter. An
    hour that occurs twice does not begin the quiet hours twice.
    """
    today = now.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last_day = day + timedelta(days=1) if end <= start else day
        start_time = datetime.combine(day, start, zone)
        end_time = datetime.combine(last_day, end, zone)
        if start_time.timestamp() <= now.timestamp() < end_time.timestamp():
            return datetime.fromtimestamp(end_time.timestamp(), now.tzinfo)
    return None
