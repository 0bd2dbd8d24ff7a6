from chassis.app import create_app
from fastapi import FastAPI

from sample.notes import endpoints, handlers
from sample.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    return create_app(settings or Settings(), name="sample", routers=[endpoints.router], handlers=[handlers.on])
