"""The calculator service: customs payments for a car, their explanation and legal sources."""

from chassis.app import Runtime, create_app
from chassis.jobs import Worker
from fastapi import FastAPI

from calculator.calculations import handlers as site_settings
from calculator.calculations import personal_data
from calculator.editions.registry import load_editions
from calculator.estimates.endpoints import rate_limiter_of
from calculator.http_client import close_http_client
from calculator.jobs import JOBS
from calculator.policy.local_copy import keep_policy_current
from calculator.routes import ROUTERS
from calculator.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    """The app of the service; without `settings` they are read from the environment. A bad edition file raises."""
    load_editions()
    return create_app(
        settings or Settings(),
        name="calculator",
        routers=ROUTERS,
        handlers=[personal_data.on, site_settings.on],
        jobs=JOBS,
        setup=begin,
        shutdown=close_http_client,
    )


async def begin(runtime: Runtime) -> None:
    """Read the policy, and share the rate limit with the other replicas from now on."""
    await keep_policy_current(runtime)
    sharer = Worker("rate_limit", lambda: rate_limiter_of(runtime).share(runtime))
    runtime.background(sharer.run())
