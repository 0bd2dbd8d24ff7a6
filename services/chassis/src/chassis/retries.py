"""The time at which failed work in a queue is tried again."""

from collections.abc import Sequence
from datetime import datetime, timedelta


def compute_next_attempt(pauses: Sequence[timedelta], *, attempts: int, now: datetime) -> datetime | None:
    """Return the time of the next attempt after `attempts` failures, one pause after each.

    Returns None after the last attempt.
    """
    if attempts > len(pauses):
        return None
    return now + pauses[attempts - 1]
