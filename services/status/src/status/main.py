"""The status service: components, incidents, maintenance, subscriptions, client logs, version."""

from chassis.app import create_app
from chassis.features.personal_data import answer_requests
from fastapi import FastAPI

from status.jobs import JOBS
from status.personal_data import PERSONAL_DATA
from status.probes.probe_loop import run_probe_loop
from status.routes import ROUTERS
from status.runtime import Runtime
from status.settings import Settings
from status.subscriptions import handlers as subscriptions
from status.summary.local_state import LocalState
from status.version.health import CachedHealth


def build(settings: Settings | None = None) -> FastAPI:
    """The app of the service; without `settings` they are read from the environment."""
    settings = settings or Settings()
    return create_app(
        Runtime("status", settings, LocalState(settings), CachedHealth()),
        routers=ROUTERS,
        handlers=[answer_requests(PERSONAL_DATA), subscriptions.on],
        jobs=JOBS,
        loops=[run_probe_loop],
    )
