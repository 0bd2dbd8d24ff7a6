"""Runtime of a process of the calculator: state that requests share, and the types of its database sessions."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

import chassis.database.session
import chassis.runtime

from calculator.settings import Settings

if TYPE_CHECKING:
    # The features import this module.
    from calculator.estimates.rate_limit import RateLimiter
    from calculator.estimates.response_cache import ResponseCache
    from calculator.policy.policy import Policy


class CalculatorRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of the calculator. `calculator.runtime_factory.make_runtime` creates it."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        response_cache: "ResponseCache",
        rate_limiter: "RateLimiter",
    ) -> None:
        super().__init__("calculator", settings, now=now)
        self.response_cache = response_cache
        self.rate_limiter = rate_limiter
        # None until `policy.service.refresh_policy` has read it from the database.
        self.policy: Policy | None = None


CurrentRuntime = chassis.runtime.CurrentRuntime[CalculatorRuntime]
Session = chassis.database.session.Session[CalculatorRuntime]
Db = chassis.runtime.Db[CalculatorRuntime]
ReadDb = chassis.runtime.ReadDb[CalculatorRuntime]
