"""Limits of wrong codes in an hour.

A wrong code costs one point for each valid code that it was compared with, so one point is one chance in a million.
Points are counted for each email address and kind of code, whether or not the address has an account:

- With the handle of a request (`code_requests`): 10 from one network, 11 from each wider network around it, 12 from all
  strangers together.
- Without a handle: the try that reaches the fifth point is the last one, so at most 7.

That is at most 19 points an hour, however many networks take part. `test_code_chances.py` derives the attacker's chance
from this number.
A browser from which the account has signed in before is not a stranger. It has 10 points of its own, so strangers who
use up their points cannot block it.
"""

from datetime import timedelta
from typing import Literal

from chassis.web import limits
from chassis.web.errors import RateLimited
from chassis.web.limits import Window

from auth.fields import get_email_key
from auth.registration.code_requests import CodeClient
from auth.runtime import Session

Purpose = Literal["registration", "reset", "confirm", "social"]
Kind = Literal["registration", "recovery", "confirm"]
# A reset and a social sign-in both give access to an existing account, so they share their points.
KINDS: dict[Purpose, Kind] = {
    "registration": "registration",
    "reset": "recovery",
    "social": "recovery",
    "confirm": "confirm",
}
HOUR = timedelta(hours=1)
# Limits of points in an hour.
POINTS_OF_NETWORK = 10
POINTS_OF_WIDER_NETWORK = 11
POINTS_OF_STRANGERS = 12
POINTS_OF_KNOWN_BROWSER = 10


async def require_tries_left(
    db: Session, purpose: Purpose, email: str, *, client: CodeClient, has_handle: bool, is_known: bool, cost: int
) -> None:
    """Raise RateLimited unless a wrong code of this cost is still within the points of the hour."""
    limits_of_keys = _list_limits(db, purpose, email, client=client, has_handle=has_handle, is_known=is_known)
    windows = await limits.list_open_windows(db.runtime, db, list(limits_of_keys))
    # Without a handle a try is allowed until the limit is reached. So the last try may exceed the limit.
    next_cost = cost if has_handle else 1
    exhausted_windows = [window for key, window in windows.items() if window.hits + next_cost > limits_of_keys[key]]
    if exhausted_windows:
        raise RateLimited(retry_after=_compute_seconds_left(db, exhausted_windows))


async def count_wrong_code(
    db: Session, purpose: Purpose, email: str, *, client: CodeClient, has_handle: bool, is_known: bool, cost: int
) -> None:
    """Count a wrong code."""
    keys = _list_limits(db, purpose, email, client=client, has_handle=has_handle, is_known=is_known)
    await limits.count_keys(db.runtime, db, list(keys), per=HOUR, weight=cost)


def _list_limits(
    db: Session, purpose: Purpose, email: str, *, client: CodeClient, has_handle: bool, is_known: bool
) -> dict[str, int]:
    """Return the keys by which a wrong code is counted, with their limits."""
    kind = KINDS[purpose]
    address = get_email_key(email)
    if not has_handle:
        return {f"wrong-codes:{kind}:no-handle:{address}": db.runtime.settings.code_tries_without_handle_per_hour}
    keys = limits.list_counted_keys(f"wrong-codes:{kind}", client.address, about=address)
    limits_of_keys = {}
    for counted_key in keys:
        is_narrowest_network = counted_key.factor == 1
        limits_of_keys[counted_key.key] = POINTS_OF_NETWORK if is_narrowest_network else POINTS_OF_WIDER_NETWORK
    if is_known:
        limits_of_keys[f"wrong-codes:{kind}:known:{address}:{client.device.key}"] = POINTS_OF_KNOWN_BROWSER
    else:
        limits_of_keys[f"wrong-codes:{kind}:strangers:{address}"] = POINTS_OF_STRANGERS
    return limits_of_keys


def _compute_seconds_left(db: Session, windows: list[Window]) -> float:
    last_end = max(window.ends_at for window in windows)
    return (last_end - db.now()).total_seconds()
