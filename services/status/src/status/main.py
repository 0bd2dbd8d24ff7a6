"""The status service: components, incidents, maintenance, subscriptions, webhooks, client logs, version."""

from chassis.app import create_app
from chassis.features.personal_data import answer_requests
from fastapi import FastAPI

from status.jobs import JOBS
from status.personal_data import PERSONAL_DATA
from status.probes.probe_loop import run_probe_loop
from status.routes import ROUTERS
from status.runtime_factory import make_runtime
from status.settings import Settings
from status.subscriptions import handlers as subscriptions
from status.webhooks.sending import create_webhook_worker


def build(settings: Settings | None = None) -> FastAPI:
    """Return the app of the service; without `settings` they are read from the environment."""
    runtime = make_runtime(settings or Settings())
    return create_app(
        runtime,
        routers=ROUTERS,
        handlers=[answer_requests(PERSONAL_DATA), subscriptions.on],
        jobs=JOBS,
        workers=[create_webhook_worker(runtime)] if runtime.settings.run_jobs else [],
        loops=[run_probe_loop],
    )
