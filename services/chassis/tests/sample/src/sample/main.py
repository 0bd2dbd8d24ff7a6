from chassis.app import create_app
from fastapi import FastAPI

from sample.notes import endpoints, handlers
from sample.runtime import SampleRuntime
from sample.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    return create_app(SampleRuntime(settings or Settings()), routers=[endpoints.router], handlers=[handlers.on])
