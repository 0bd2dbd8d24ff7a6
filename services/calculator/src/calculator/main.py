"""The calculator service: customs payments for a car, their explanation and legal sources."""

from chassis.app import create_app
from chassis.features.personal_data import answer_requests
from chassis.workers import Worker
from fastapi import FastAPI

from calculator.calculations import handlers as calculations
from calculator.editions.registry import load_editions
from calculator.jobs import JOBS
from calculator.personal_data import PERSONAL_DATA
from calculator.policy.service import keep_policy_current
from calculator.routes import ROUTERS
from calculator.runtime_factory import make_runtime
from calculator.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    """Build the application. `settings` default to the environment. Raises ValueError for an invalid edition file."""
    load_editions()
    runtime = make_runtime(settings or Settings())
    return create_app(
        runtime,
        routers=ROUTERS,
        handlers=[answer_requests(PERSONAL_DATA), calculations.on],
        jobs=JOBS,
        # Shares the rate limit with the other replicas.
        workers=[Worker("rate_limit", lambda: runtime.rate_limiter.share(runtime))],
        setup=keep_policy_current,
    )
