"""The files that the web server serves while this service does not answer."""

import json
import os
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient
from status.runtime import StatusRuntime
from status.summary.local_state import LocalState
from status.summary.snapshot_files import get_public_folder

from services.status.tests.fixture_types import ComponentReader, ProbeRunner


def read_file(runtime: StatusRuntime, name: str) -> Any:
    return json.loads((get_public_folder(runtime.settings) / name).read_bytes())


class TestFiles:
    async def test_each_round_of_probes_writes_the_snapshot_files(
        self, runtime: StatusRuntime, client: ApiClient, run_probes: ProbeRunner
    ) -> None:
        await run_probes()
        for _ in range(3):
            await run_probes(email="down")
        snapshot = read_file(runtime, "services.json")
        answer = (await client.get("/api/status/services")).json()
        assert snapshot["isSnapshot"] is True
        fields_of_answer = {"isSnapshot": False, "generatedAt": answer["generatedAt"]}
        assert snapshot | fields_of_answer == answer
        assert read_file(runtime, "incidents.json")["data"][0]["affectedServices"] == ["email"]
        assert read_file(runtime, "maintenance.json") == {"success": True, "data": []}
        assert read_file(runtime, "summary.json")["status"] == "down"

    async def test_an_old_snapshot_has_no_present_status(self, runtime: StatusRuntime, run_probes: ProbeRunner) -> None:
        await run_probes()
        rows = read_file(runtime, "services.old.json")["data"]
        assert {row["status"] for row in rows} == {"unknown"}
        assert rows[0]["history"][-1]["status"] == "operational"
        assert read_file(runtime, "summary.old.json")["status"] == "unknown"

    async def test_no_draft_of_a_snapshot_file_is_left(self, runtime: StatusRuntime, run_probes: ProbeRunner) -> None:
        await run_probes()
        assert not [name for name in os.listdir(get_public_folder(runtime.settings)) if name.startswith(".")]

    async def test_a_start_without_database_reads_the_last_snapshot(
        self,
        runtime: StatusRuntime,
        run_probes: ProbeRunner,
        read_components: ComponentReader,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        await run_probes()
        runtime.local_state = LocalState(runtime.settings)

        def fail() -> Any:
            raise ConnectionError

        monkeypatch.setattr(runtime.database, "reading", fail)
        components = await read_components()
        # This replica has not probed yet.
        assert {row["status"] for row in components.values()} == {"unknown"}
        assert components["email"]["uptime"] == 100.0
