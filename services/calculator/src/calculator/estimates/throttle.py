"""How often one address may calculate, counted in memory: this path asks no database, so each replica counts alone."""

from datetime import datetime, timedelta

from chassis.errors import RateLimited

MINUTE = timedelta(minutes=1)
REMEMBERED = 20_000


class Throttle:
    """A window of a minute begins with an address's first hit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._windows: dict[str, tuple[datetime, int]] = {}

    def hit(self, address: str, now: datetime) -> None:
        """Count one more. Raises RateLimited."""
        ends_at, hits = self._windows.get(address, (now, 0))
        if ends_at <= now:
            self._forget_ended(now)
            ends_at, hits = now + MINUTE, 0
        if hits >= self._limit:
            raise RateLimited(retry_after=(ends_at - now).total_seconds())
        self._windows[address] = ends_at, hits + 1

    def _forget_ended(self, now: datetime) -> None:
        if len(self._windows) >= REMEMBERED:
            self._windows = {address: window for address, window in self._windows.items() if window[0] > now}
