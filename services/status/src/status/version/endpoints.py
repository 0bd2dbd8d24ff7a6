import asyncio

import httpx2
from chassis.app import Rt
from fastapi import APIRouter, Response
from pydantic import BaseModel

from status.board.schemas import HealthRead
from status.settings import Settings

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
    settings: Settings = runtime.settings  # type: ignore[assignment]
    async with httpx2.AsyncClient(timeout=3) as http:
        found = await asyncio.gather(*(_ready(http, url) for url in settings.services.values()))
    services = {**dict(zip(settings.services, found, strict=True)), "status": "ok"}
    good = all(word == "ok" for word in services.values())
    response.status_code = 200 if good else 503
    return HealthRead(status="ok" if good else "unavailable", services=services)


async def _ready(http: httpx2.AsyncClient, url: str) -> str:
    try:
        return "ok" if (await http.get(f"{url}/readyz")).status_code == 200 else "unready"
    except httpx2.HTTPError:
        return "unreachable"
