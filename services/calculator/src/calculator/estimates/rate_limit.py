"""Rate limit for calculations by client network, counted in memory: a calculation needs no database.

Once a second the replicas add up the hits of busy networks in the database, so the limit holds over all replicas with
a delay of one second. While the database is unavailable each replica counts alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from chassis.web import limits
from chassis.web.errors import RateLimited
from chassis.web.limits import get_counted_network

from calculator.runtime import CalculatorRuntime

MINUTE = timedelta(minutes=1)
# Hits of a network are shared once it has used this part of its limit, so ordinary visitors cost no SQL statement.
MIN_SHARED_PART = 0.1


class RateLimiter:
    """One-minute windows by network. Each begins with the first hit; the oldest window is the first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        # The end of each window, and its hits.
        self._windows: dict[str, tuple[datetime, int]] = {}
        # Hits that `share` has not added to the database yet.
        self._unshared_hits: dict[str, int] = {}

    def hit(self, address: str, now: datetime) -> None:
        """Count a calculation. Raises RateLimited."""
        self._drop_ended_windows(now)
        network = get_counted_network(address)
        ends_at, hits = self._windows.get(network, (now, 0))
        if ends_at <= now:
            self._windows.pop(network, None)
            ends_at = now + MINUTE
            hits = 0
        if hits >= self._limit:
            raise RateLimited(retry_after=(ends_at - now).total_seconds())
        self._windows[network] = (ends_at, hits + 1)
        self._unshared_hits[network] = self._unshared_hits.get(network, 0) + 1

    @contextmanager
    def count_calculation(self, address: str, now: datetime) -> Iterator[None]:
        """Count the calculation in the block unless the block raises. Raises RateLimited before the block runs."""
        self.hit(address, now)
        try:
            yield
        except Exception:
            network = get_counted_network(address)
            # The window may have ended, and may have been dropped, during the calculation.
            if network in self._windows:
                ends_at, hits = self._windows[network]
                self._windows[network] = (ends_at, hits - 1)
                self._unshared_hits[network] = self._unshared_hits.get(network, 0) - 1
            raise

    async def share(self, runtime: CalculatorRuntime) -> bool:
        """Add the new hits of busy networks to the hits of the other replicas. This is the step of a worker."""
        busy_networks = [
            network for network, (_, hits) in self._windows.items() if hits >= self._limit * MIN_SHARED_PART
        ]
        for network in busy_networks:
            new_hits = self._unshared_hits.get(network, 0)
            if new_hits:
                async with runtime.database.autocommit() as db:
                    total, ends_at = await limits.count(
                        runtime, db, "calculation", network, per=MINUTE, weight=new_hits
                    )
                # The window may have ended, and may have been dropped, while the database answered.
                if network not in self._windows:
                    continue
                self._unshared_hits[network] = self._unshared_hits.get(network, 0) - new_hits
                self._windows[network] = (ends_at, total + self._unshared_hits[network])
        return False

    def _drop_ended_windows(self, now: datetime) -> None:
        # The oldest window is the first. `share` may move its end, so an ended window behind it may stay for a minute.
        while self._windows:
            network, (ends_at, _) = next(iter(self._windows.items()))
            if ends_at > now:
                return
            del self._windows[network]
            self._unshared_hits.pop(network, None)
