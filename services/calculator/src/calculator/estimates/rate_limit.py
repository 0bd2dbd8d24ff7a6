"""A rate limit for calculations per client network, counted in memory: each replica counts alone, without a query."""

from datetime import datetime, timedelta

from chassis.errors import RateLimited
from chassis.limits import counted_network

MINUTE = timedelta(minutes=1)


class RateLimiter:
    """One window of a minute per network, from its first hit on; the windows are in the order in which they end."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._windows: dict[str, tuple[datetime, int]] = {}

    def hit(self, address: str, now: datetime) -> None:
        """Count one more. Raises RateLimited."""
        self._drop_ended_windows(now)
        network = counted_network(address)
        ends_at, hits = self._windows.get(network, (now, 0))
        if ends_at <= now:
            self._windows.pop(network, None)
            ends_at, hits = now + MINUTE, 0
        if hits >= self._limit:
            raise RateLimited(retry_after=(ends_at - now).total_seconds())
        self._windows[network] = ends_at, hits + 1

    def _drop_ended_windows(self, now: datetime) -> None:
        while self._windows and self._windows[first := next(iter(self._windows))][0] <= now:
            del self._windows[first]
