"""Fixtures of this service's tests: a real server, streams, users, entries."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
import uvicorn
from chassis import serve
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import sign_token, wait_for
from fastapi import FastAPI
from notifications.inbox import service as inbox
from notifications.inbox.service import Arrival, Origin
from notifications.runtime import NotificationsRuntime, Session
from notifications.users.tables import UserCopy

from services.notifications.tests.stream_client import StreamClient


@asynccontextmanager
async def serve_app(app: FastAPI) -> AsyncIterator[str]:
    """Serve the app by a real uvicorn, as `chassis.serve` does. Yields its address."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", **serve.build_options(app)))
    server.capture_signals = capture_no_signals  # type: ignore[method-assign]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    await wait_for(lambda: server.started)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    await task


def capture_no_signals() -> Any:
    return contextlib.nullcontext()


@pytest.fixture(scope="session")
async def address(app: FastAPI) -> AsyncIterator[str]:
    """The address on which the service listens."""
    async with serve_app(app) as url:
        yield url


@pytest.fixture
async def listen(address: str, runtime: NotificationsRuntime) -> AsyncIterator[Callable[..., Awaitable[StreamClient]]]:
    """Open a stream for a user and wait until it is initialized: `await listen(user_id)`."""
    opened_streams: list[StreamClient] = []

    async def open_stream(user_id: UUID | None = None, *, last_id: int | None = None, **claims: Any) -> StreamClient:
        token = sign_token(runtime.now(), sub=str(user_id or new_id()), **claims)
        headers = {"Authorization": f"Bearer {token}"}
        if last_id is not None:
            headers["Last-Event-ID"] = str(last_id)
        stream = await StreamClient.open(address, headers=headers)
        opened_streams.append(stream)
        await stream.wait_for("authenticated")
        return stream

    yield open_stream
    for stream in opened_streams:
        await stream.close()
    await wait_for(lambda: runtime.hub.stream_count == 0)


@pytest.fixture
def make_user(db: Session, runtime: NotificationsRuntime) -> Callable[..., Awaitable[UUID]]:
    """A user in the service's copy: `await make_user(role="admin", marketing=True)`."""

    async def make(**fields: Any) -> UUID:
        now: datetime = runtime.now()
        id = fields.pop("id", None) or new_id()
        values: dict[str, Any] = {
            "email": f"{id}@example.com",
            "first_name": "Анна",
            "last_name": "Орлова",
            "role": "user",
        }
        values |= {"is_verified": True, "joined_at": now, "event_time": now} | fields
        db.add(UserCopy(id=id, **values))
        await db.flush()
        return UUID(str(id))

    return make


@pytest.fixture
def read_inbox(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[..., Awaitable[dict[str, Any]]]:
    """The entries of a user's inbox."""

    async def list_inbox(user_id: UUID, query: str = "") -> dict[str, Any]:
        answer = await client.get(f"/api/notifications?limit=100{query}", headers=build_auth_headers(id=user_id))
        body: dict[str, Any] = answer.json()
        return body

    return list_inbox


@pytest.fixture
def add_entry(runtime: NotificationsRuntime) -> Callable[..., Awaitable[UUID]]:
    """Put an entry into a user's inbox as an event would: `await add_entry(user_id, title="...")`."""

    async def add(user_id: UUID, *, title: str = "Новость", type: str = "system", **fields: Any) -> UUID:
        origin = Origin(fields.get("source_id") or new_id(), type, {}, runtime.now())
        async with runtime.database.transaction() as db:
            ids = await inbox.add_entries(db, [(origin, [Arrival(user_id, title, fields.get("message", "Текст"))])])
        return ids.pop()

    return add
