from fastapi import APIRouter, Response
from pydantic import BaseModel

from status.components.schemas import HealthRead
from status.runtime import CurrentRuntime
from status.version.health import get_health

router = APIRouter(prefix="/api", tags=["version"])


class VersionRead(BaseModel):
    version: str


@router.get("/version")
async def read_version(runtime: CurrentRuntime) -> VersionRead:
    """Return the version of the build, which its pages contain too."""
    return VersionRead(version=runtime.settings.app_version)


@router.get("/health", responses={503: {"model": HealthRead, "description": "a service is not ready"}})
async def read_health(runtime: CurrentRuntime, response: Response) -> HealthRead:
    """Report the readiness of all services. Answers 503 if one is not ready."""
    health = await get_health(runtime)
    response.status_code = 200 if health.status == "ok" else 503
    return health
