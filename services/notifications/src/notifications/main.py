from chassis.app import create_app
from chassis.features.personal_data import answer_requests
from fastapi import FastAPI

from notifications import workers
from notifications.channels import handlers as channels
from notifications.event_notifications import handlers as event_notifications
from notifications.jobs import JOBS
from notifications.live import endpoints
from notifications.personal_data import PERSONAL_DATA
from notifications.routes import ROUTERS, PathPrefix
from notifications.runtime_factory import make_runtime
from notifications.settings import Settings
from notifications.users import handlers as users

HANDLERS = [users.on, channels.on, event_notifications.on, answer_requests(PERSONAL_DATA)]


def build(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    runtime = make_runtime(settings)
    app = create_app(
        runtime,
        routers=ROUTERS if settings.has_api else [endpoints.router],
        handlers=HANDLERS if settings.has_api else [],
        jobs=JOBS,
        has_background=settings.has_api,
        workers=workers.create_workers(runtime),
        setup=workers.prepare,
        shutdown=workers.finish,
    )
    app.add_middleware(PathPrefix)
    return app
