from chassis.app import create_app
from fastapi import FastAPI

from sample.notes import endpoints, handlers
from sample.runtime import Runtime
from sample.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    return create_app(Runtime("sample", settings or Settings()), routers=[endpoints.router], handlers=[handlers.on])
