from chassis.app import create_app
from fastapi import FastAPI

from content.cars import prices
from content.jobs import JOBS
from content.orders import handlers as orders
from content.people import handlers as people
from content.people import privacy
from content.routes import ROUTERS
from content.settings import Settings

HANDLERS = [people.on, privacy.on, orders.on, prices.on]


def build(settings: Settings | None = None) -> FastAPI:
    return create_app(settings or Settings(), name="content", routers=ROUTERS, handlers=HANDLERS, jobs=JOBS)
