from chassis.app import create_app
from fastapi import FastAPI

from auth.emails.handlers import on as site_settings_events
from auth.jobs import JOBS
from auth.personal_data import erasure
from auth.personal_data.handlers import on as personal_data_events
from auth.revocation import setup
from auth.revocation.handlers import on as revocation_events
from auth.routes import ROUTERS
from auth.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    """Build the auth service."""
    app = create_app(
        settings or Settings(),
        name="auth",
        routers=ROUTERS,
        handlers=[site_settings_events, revocation_events, personal_data_events],
        jobs=JOBS,
        setup=setup.prepare,
    )
    setup.start_reconciliation(app.state.runtime)
    erasure.start_overdue_watch(app.state.runtime)
    return app
