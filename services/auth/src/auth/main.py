from chassis.app import create_app
from fastapi import FastAPI

from auth.accounts.handlers import on as site_settings_events
from auth.jobs import JOBS
from auth.profile import erasure
from auth.profile.handlers import on as personal_data_events
from auth.revocation import service as revocation
from auth.revocation.handlers import on as revocation_events
from auth.routes import ROUTERS
from auth.runtime_factory import make_runtime
from auth.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    runtime = make_runtime(settings or Settings())
    return create_app(
        runtime,
        routers=ROUTERS,
        handlers=[site_settings_events, revocation_events, personal_data_events],
        jobs=JOBS,
        workers=[*revocation.create_workers(runtime), erasure.create_overdue_worker(runtime)],
        setup=revocation.prepare,
    )
