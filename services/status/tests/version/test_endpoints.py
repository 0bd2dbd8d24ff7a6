"""GET /api/version, /api/health."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from chassis.testing.fixture_types import ApiClient
from chassis.web import caches
from status.runtime import StatusRuntime
from status.version.health import CachedHealth, get_health


class Readiness:
    """Answers of the services' /readyz: set `code`; `calls` lists the called addresses."""

    def __init__(self) -> None:
        self.code = 200
        self.calls: list[str] = []

    def respond(self, request: httpx2.Request) -> httpx2.Response:
        self.calls.append(str(request.url))
        return httpx2.Response(self.code)


@pytest.fixture
def readiness(runtime: StatusRuntime, monkeypatch: pytest.MonkeyPatch) -> Iterator[Readiness]:
    services = Readiness()
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(services.respond))
    monkeypatch.setattr(runtime, "http_client", http)
    runtime.cached_health = CachedHealth()
    yield services
    runtime.cached_health = CachedHealth()


class TestVersion:
    async def test_the_version_is_read_from_the_build(self, client: ApiClient) -> None:
        assert (await client.get("/api/version?1700000000")).json() == {"version": "test-version"}


class TestHealth:
    async def test_health_names_the_missing_dependency(self, client: ApiClient, runtime: StatusRuntime) -> None:
        runtime.cached_health = CachedHealth()
        answer = await client.get("/api/health")
        assert answer.status_code == 503
        assert answer.json()["services"]["content"] == "unreachable"

    async def test_many_health_checks_ask_each_service_once_in_two_seconds(
        self, client: ApiClient, readiness: Readiness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(caches, "monotonic", lambda: 1000.0)
        answers = await asyncio.gather(*(client.get("/api/health") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert len(readiness.calls) == 4
        readiness.code = 500
        assert (await client.get("/api/health")).status_code == 200
        monkeypatch.setattr(caches, "monotonic", lambda: 1002.1)
        assert (await client.get("/api/health")).json()["services"]["auth"] == "unready"

    async def test_a_service_is_as_ready_as_its_best_replica(
        self, client: ApiClient, runtime: StatusRuntime, readiness: Readiness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def respond(request: httpx2.Request) -> httpx2.Response:
            if request.url.host == "gone.test":
                raise httpx2.ConnectError("refused")
            return httpx2.Response(503 if request.url.host == "starting.test" else 200)

        monkeypatch.setattr(runtime, "http_client", httpx2.AsyncClient(transport=httpx2.MockTransport(respond)))
        replicas = {
            "auth_url": ("http://gone.test", "http://good.test"),
            "content_url": ("http://gone.test", "http://starting.test"),
            "notifications_url": ("http://gone.test", "http://gone.test"),
            "calculator_url": ("http://good.test",),
        }
        monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update=replicas))
        answer = await client.get("/api/health")
        assert answer.json()["services"] == {
            "auth": "ok",
            "content": "unready",
            "notifications": "unreachable",
            "calculator": "ok",
            "status": "ok",
        }

    async def test_a_cached_answer_of_the_health_check_is_reused(
        self, runtime: StatusRuntime, readiness: Readiness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(caches, "monotonic", lambda: 1000.0)
        first_answer = await get_health(runtime)
        assert await get_health(runtime) is first_answer

    async def test_health_checks_share_one_http_client(
        self, client: ApiClient, runtime: StatusRuntime, readiness: Readiness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: Any, **__: Any) -> Any:
            raise AssertionError("a new HTTP client")

        monkeypatch.setattr(httpx2, "AsyncClient", fail)
        assert (await client.get("/api/health")).status_code == 200
