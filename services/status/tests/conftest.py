from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest
from chassis.testing.fixture_types import ApiClient
from chassis.web.caches import CachedBytes
from status.components.health_state import ProbeResult
from status.probes import probe_loop
from status.runtime import StatusRuntime
from status.summary.local_state import LocalState

if TYPE_CHECKING:
    # pytest must import the plugin first, so that it can rewrite the plugin's assertions.
    from chassis.testing.plugin import MovableClock

pytest_plugins = ["chassis.testing.plugin"]
IDS = ["website", "api", "database", "auth", "storage", "email"]


@pytest.fixture(scope="session")
def service() -> str:
    return "status"


@pytest.fixture(scope="session")
def settings_overrides(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    # The probe loop does not run: each test sets the results.
    unreachable_url = "http://127.0.0.1:9"
    addresses = {
        f"{name}_url": unreachable_url for name in ("gateway", "auth", "content", "notifications", "calculator")
    }
    folder = str(tmp_path_factory.mktemp("status"))
    return {**addresses, "app_version": "test-version", "data_dir": folder}


@pytest.fixture
def run_probes(runtime: StatusRuntime, clock: "MovableClock", monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run one round in which the named components fail: `await run_probes({"api": "calculator"}, api="degraded")`."""
    runtime.local_state = LocalState(runtime.settings)

    async def run_round_with(failed_parts: Mapping[str, str] | None = None, **failed_states: str) -> bool:
        async def return_results(_: Any) -> Any:
            results = dict.fromkeys(IDS, ProbeResult("operational", latency_ms=5))
            for service, state in failed_states.items():
                part = (failed_parts or {}).get(service, service)
                results[service] = ProbeResult(state, frozenset({part}), 5)  # type: ignore[arg-type]
            return results

        async def claim_round(_: Any) -> bool:
            return True

        monkeypatch.setattr(probe_loop, "run_probes", return_results)
        monkeypatch.setattr(probe_loop, "claim_round", claim_round)
        clock.move(seconds=15)
        return await probe_loop.run_round(runtime)

    return run_round_with


@pytest.fixture
def read_components(client: ApiClient) -> Callable[..., Any]:
    """`await read_components()`: the current components of the page, by id."""

    async def read() -> dict[str, Any]:
        for cache in CachedBytes.by_name.values():
            cache.drop()
        return {row["id"]: row for row in (await client.get("/api/status/services")).json()["data"]}

    return read
