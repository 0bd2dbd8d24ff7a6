from collections.abc import Callable, Mapping
from typing import Any

import pytest
from chassis.http import CachedBytes
from status.outlook.memory import KEY
from status.probes import rounds
from status.probes.finding import Finding

pytest_plugins = ["chassis.testing.plugin"]
IDS = ["website", "api", "database", "auth", "storage", "email"]


@pytest.fixture(scope="session")
def service() -> str:
    return "status"


@pytest.fixture(scope="session")
def settings_overrides(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    # No probe looks around by itself: each test says what is found.
    nowhere = "http://127.0.0.1:9"
    addresses = {f"{name}_url": nowhere for name in ("gateway", "auth", "content", "notifications", "calculator")}
    folder = str(tmp_path_factory.mktemp("status"))
    return {**addresses, "app_version": "test-version", "data_dir": folder}


@pytest.fixture
def look(runtime: Any, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Look around once and find the named services broken: `await look({"api": "calculator"}, api="degraded")`."""
    runtime.state.pop(KEY, None)

    async def round_with(blaming: Mapping[str, str] | None = None, **broken: str) -> bool:
        async def found(_: Any) -> Any:
            blamed = {service: frozenset({(blaming or {}).get(service, service)}) for service in broken}
            bad = {service: Finding(state, blamed[service], 5) for service, state in broken.items()}  # type: ignore[arg-type]
            return {service: bad.get(service, Finding("operational", latency_ms=5)) for service in IDS}

        async def ours(_: Any) -> bool:
            return True

        monkeypatch.setattr(rounds, "look_around", found)
        monkeypatch.setattr(rounds, "is_our_turn", ours)
        clock.move(seconds=15)
        return await rounds.tick(runtime)

    return round_with


@pytest.fixture
def rows(client: Any) -> Callable[..., Any]:
    """The rows of the page by id, as they are now."""

    async def read() -> dict[str, Any]:
        for cache in list(CachedBytes.everywhere):
            cache.drop()
        return {row["id"]: row for row in (await client.get("/api/status/services")).json()["data"]}

    return read
