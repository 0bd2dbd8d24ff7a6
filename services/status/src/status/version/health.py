"""Readiness of all services, checked at most every two seconds, because anybody may call /api/health."""

import asyncio

import httpx2
from chassis.web.caches import TtlCache
from chassis.web.service_calls import Addresses

from status.components.schemas import HealthRead
from status.http_client import get_http_client
from status.runtime import StatusRuntime

TIMEOUT_SECONDS = 3.0
# The states, from the best to the worst.
STATES = ("ok", "unready", "unreachable")


class CachedHealth(TtlCache[HealthRead]):
    """The last answer of this replica."""

    def __init__(self) -> None:
        super().__init__(seconds=2.0)


async def get_health(runtime: StatusRuntime) -> HealthRead:
    """Return the readiness of all services, at most two seconds old."""
    return await runtime.cached_health.get("", lambda: _check_services(runtime))


async def _check_services(runtime: StatusRuntime) -> HealthRead:
    replicas_by_service = runtime.settings.services
    states = await asyncio.gather(*(_read_best_readiness(runtime, urls) for urls in replicas_by_service.values()))
    services = dict(zip(replicas_by_service, states, strict=True))
    # This service answers, so it is ready.
    services["status"] = "ok"
    is_healthy = all(state == "ok" for state in services.values())
    return HealthRead(status="ok" if is_healthy else "unavailable", services=services)


async def _read_best_readiness(runtime: StatusRuntime, replicas: Addresses) -> str:
    """Return the state of a service's best replica. The gateway leaves out replicas that do not answer."""
    states = await asyncio.gather(*(_read_readiness(runtime, url) for url in replicas))
    return min(states, key=STATES.index)


async def _read_readiness(runtime: StatusRuntime, url: str) -> str:
    try:
        answer = await get_http_client(runtime).get(f"{url}/readyz", timeout=TIMEOUT_SECONDS)
    except httpx2.HTTPError:
        return "unreachable"
    return "ok" if answer.status_code == 200 else "unready"
