"""A process may serve only live streams, while other processes serve everything else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import AuthHeadersBuilder
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import TEST_KID, sign_token, wait_for
from fastapi import FastAPI
from notifications.main import build
from notifications.runtime import NotificationsRuntime, Session
from sqlalchemy import text

from services.notifications.tests.fixture_types import EntryFactory, ServiceProcess
from services.notifications.tests.fixtures import serve_app
from services.notifications.tests.stream_client import StreamClient

STREAM_PATH = "/api/sse/notifications"
MARK_READ_PATH = "/api/notifications/mark-all-read"


@asynccontextmanager
async def run_process(first_runtime: NotificationsRuntime, role: str) -> AsyncIterator[ServiceProcess]:
    """Run another process of the service under test, with this role."""
    other_app = build(first_runtime.settings.model_copy(update={"role": role}))
    runtime: NotificationsRuntime = other_app.state.runtime
    runtime.now = first_runtime.now
    async with other_app.router.lifespan_context(other_app):
        await wait_for(lambda: TEST_KID in runtime.identity.keys and runtime.is_set_up)
        async with serve_app(other_app) as address:
            yield ServiceProcess(address, runtime)


@pytest.fixture(scope="module")
async def stream_process(app: FastAPI) -> AsyncIterator[ServiceProcess]:
    async with run_process(app.state.runtime, "streams") as process:
        yield process


@pytest.fixture(scope="module")
async def api_process(app: FastAPI) -> AsyncIterator[ServiceProcess]:
    async with run_process(app.state.runtime, "api") as process:
        yield process


async def call(address: str, method: str, path: str, headers: dict[str, str]) -> httpx2.Response:
    async with httpx2.AsyncClient(base_url=address, timeout=HANG_SECONDS) as http:
        return await http.request(method, path, headers=headers)


class TestRoles:
    async def test_a_change_by_the_api_reaches_the_streams(
        self,
        clean: None,
        stream_process: ServiceProcess,
        api_process: ServiceProcess,
        runtime: NotificationsRuntime,
        add_entry: EntryFactory,
    ) -> None:
        user_id = new_id()
        headers = {"Authorization": f"Bearer {sign_token(runtime.now(), sub=str(user_id))}"}
        stream = await StreamClient.open(stream_process.address, headers=headers)
        await stream.wait_for("authenticated")
        await add_entry(user_id)
        assert (await call(api_process.address, "POST", MARK_READ_PATH, headers)).status_code == 200
        received_events = await stream.wait_for("notification", 2)
        assert [event["action"] for event in received_events] == ["new", "read"]
        await stream.close()

    async def test_each_role_refuses_the_routes_of_the_other(
        self,
        clean: None,
        stream_process: ServiceProcess,
        api_process: ServiceProcess,
        build_auth_headers: AuthHeadersBuilder,
        runtime: NotificationsRuntime,
    ) -> None:
        headers = build_auth_headers()
        assert (await call(stream_process.address, "POST", MARK_READ_PATH, headers)).status_code == 404
        assert (await call(api_process.address, "GET", STREAM_PATH, headers)).status_code == 503

    async def test_the_stream_process_runs_no_queue_and_no_jobs(
        self, stream_process: ServiceProcess, runtime: NotificationsRuntime
    ) -> None:
        assert not {"campaigns", "email", "push"} & stream_process.runtime.workers.keys()
        assert {"campaigns", "email", "push"} <= runtime.workers.keys()
        running_names = {getattr(task.get_coro(), "__qualname__", "") for task in stream_process.runtime._tasks}
        assert "run_jobs" not in running_names

    async def test_only_processes_with_streams_are_counted(
        self,
        clean: None,
        stream_process: ServiceProcess,
        api_process: ServiceProcess,
        runtime: NotificationsRuntime,
        db: Session,
    ) -> None:
        ids = set((await db.execute(text("SELECT id FROM replicas"))).scalars())
        assert stream_process.runtime.hub.replica_id in ids
        assert api_process.runtime.hub.replica_id not in ids
