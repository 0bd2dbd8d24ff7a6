from chassis.app import create_app
from fastapi import FastAPI

from notifications import workers
from notifications.addresses import ROUTERS, BareAddresses
from notifications.channels import handlers as channels
from notifications.facts import handlers as facts
from notifications.live import service as live
from notifications.people import handlers as people
from notifications.personal import handlers as personal
from notifications.schedule import JOBS
from notifications.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    app = create_app(
        settings,
        name="notifications",
        routers=ROUTERS,
        handlers=[people.on, channels.on, facts.on, personal.on],
        jobs=JOBS,
        setup=workers.prepare,
        shutdown=live.finish,
    )
    app.add_middleware(BareAddresses)
    live.install(app, settings)
    workers.install(app)
    return app
