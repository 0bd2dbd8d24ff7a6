"""Cache of responses by request.

A calculation depends on the request, the policy and the day only, so a repeated request (the example that the
calculator page opens with, a shared link) gets the same bytes. `chassis.web.caches.TtlCache` does not fit: entries do
not expire, and computing one needs no `await`.
"""

from collections.abc import Callable
from datetime import date

from calculator.policy.policy import Policy

MAX_ENTRIES = 2048
MAX_REQUEST_BYTES = 1024


class ResponseCache:
    """Response bytes by request bytes; emptied when the policy or the day changes."""

    def __init__(self) -> None:
        self._cached: dict[bytes, bytes] = {}
        self._policy: Policy | None = None
        self._today: date | None = None

    def get_or_produce(self, body: bytes, policy: Policy, today: date, produce: Callable[[], bytes]) -> bytes:
        """Return the cached response, or a new one from `produce`. An error of `produce` is raised and not cached."""
        if policy is not self._policy or today != self._today:
            self._cached = {}
            self._policy = policy
            self._today = today
        cached_response = self._cached.get(body)
        if cached_response is not None:
            return cached_response
        response = produce()
        if len(body) <= MAX_REQUEST_BYTES:
            if len(self._cached) >= MAX_ENTRIES:
                del self._cached[next(iter(self._cached))]
            self._cached[body] = response
        return response
