import asyncio

import httpx2
from chassis.app import Rt, Runtime
from fastapi import APIRouter, Response
from pydantic import BaseModel

from status.components.schemas import HealthRead
from status.http_client import http_client_of
from status.settings import settings_of

router = APIRouter(prefix="/api", tags=["version"])


class VersionRead(BaseModel):
    version: str


@router.get("/version")
async def read_version(runtime: Rt) -> VersionRead:
    """The version of the build, the same value that its page carries."""
    return VersionRead(version=runtime.settings.app_version)


@router.get("/health", responses={503: {"model": HealthRead, "description": "a service is not ready"}})
async def read_health(runtime: Rt, response: Response) -> HealthRead:
    """Whether every service is ready; 503 when one is not."""
    urls = settings_of(runtime).services
    states = await asyncio.gather(*(_readiness(runtime, url) for url in urls.values()))
    services = {**dict(zip(urls, states, strict=True)), "status": "ok"}
    is_healthy = all(state == "ok" for state in services.values())
    response.status_code = 200 if is_healthy else 503
    return HealthRead(status="ok" if is_healthy else "unavailable", services=services)


async def _readiness(runtime: Runtime, url: str) -> str:
    try:
        answer = await http_client_of(runtime).get(f"{url}/readyz", timeout=3)
    except httpx2.HTTPError:
        return "unreachable"
    return "ok" if answer.status_code == 200 else "unready"
