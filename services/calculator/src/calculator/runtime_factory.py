"""Creates the runtime of the calculator with its shared objects."""

from collections.abc import Callable
from datetime import datetime

from chassis.runtime import utc_now

from calculator.estimates.rate_limit import RateLimiter
from calculator.estimates.response_cache import ResponseCache
from calculator.runtime import CalculatorRuntime
from calculator.settings import Settings


def make_runtime(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> CalculatorRuntime:
    return CalculatorRuntime(
        settings,
        now=now,
        response_cache=ResponseCache(),
        rate_limiter=RateLimiter(settings.calculate_per_minute),
    )
