"""Circuit breaker: after a few consecutive failures a provider is not called for a while, so that users do not wait."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx2
import structlog
from authlib.integrations.base_client import OAuthError
from prometheus_client import Histogram

from auth.runtime import AuthRuntime
from auth.social.errors import InvalidSocialCode, ProviderUnavailable

log = structlog.get_logger()
PROVIDER_SECONDS = Histogram("auth_provider_seconds", "Answers of sign-in providers", ["provider", "result"])
T = TypeVar("T")
MAX_FAILURES = 5
PAUSE_SECONDS = 30.0
# A log line has at most this many characters of the reason that a provider gives for an error.
MAX_REASON_LENGTH = 60


class Breaker:
    """Counts consecutive failures. An open breaker refuses calls at once. After a pause it lets calls through; the next
    failure begins another pause."""

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self._failures = 0
        self._retry_at = 0.0

    async def call(self, runtime: AuthRuntime, work: Callable[[], Awaitable[T]], *, shows_health: bool = True) -> T:
        """Run `work` within the time limit.

        With `shows_health=False` a success does not close the breaker, because the answer may come from a cache.

        Raises ProviderUnavailable, InvalidSocialCode.
        """
        if self._failures >= MAX_FAILURES and time.monotonic() < self._retry_at:
            PROVIDER_SECONDS.labels(self.provider, "left_alone").observe(0)
            raise ProviderUnavailable(retry_after=PAUSE_SECONDS)
        started_at = time.monotonic()
        try:
            async with asyncio.timeout(runtime.settings.provider_timeout_seconds):
                answer = await work()
        except (TimeoutError, httpx2.HTTPError) as error:
            self._record(started_at, "failed")
            log.warning("provider_failed", provider=self.provider, error=type(error).__name__)
            raise ProviderUnavailable(retry_after=PAUSE_SECONDS) from error
        except (OAuthError, InvalidSocialCode) as error:
            self._record(started_at, "refused")
            reason = error.error if isinstance(error, OAuthError) else error.code
            log.info("provider_refused", provider=self.provider, reason=str(reason)[:MAX_REASON_LENGTH])
            raise InvalidSocialCode from error
        if shows_health:
            self._record(started_at, "answered")
        return answer

    def _record(self, started_at: float, result: str) -> None:
        PROVIDER_SECONDS.labels(self.provider, result).observe(time.monotonic() - started_at)
        if result != "failed":
            self._failures = 0
            return
        self._failures += 1
        self._retry_at = time.monotonic() + PAUSE_SECONDS
