from chassis.app import create_app
from fastapi import FastAPI

from auth.jobs import JOBS
from auth.letters.handlers import on as letters
from auth.personal_data import erasure
from auth.personal_data.handlers import on as data_answers
from auth.routes import ROUTERS
from auth.settings import Settings
from auth.standing import setup
from auth.standing.handlers import on as standing


def build(settings: Settings | None = None) -> FastAPI:
    """The auth service: identity for all others."""
    app = create_app(
        settings or Settings(),
        name="auth",
        routers=ROUTERS,
        handlers=[letters, standing, data_answers],
        jobs=JOBS,
        setup=setup.prepare,
    )
    setup.keep_shown(app.state.runtime)
    erasure.keep_watching(app.state.runtime)
    return app
