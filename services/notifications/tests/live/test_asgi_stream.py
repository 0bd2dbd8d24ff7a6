"""The stream sent as an ASGI response behaves like the stream over its own protocol."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from chassis.testing.plugin import TEST_KID, token_for, wait_for
from fastapi import FastAPI
from notifications.live import frames
from notifications.live.response import open_response
from notifications.main import build
from notifications.runtime import NotificationsRuntime
from starlette.requests import Request

from services.notifications.tests.fixture_types import Listen
from services.notifications.tests.fixtures import serve_app
from services.notifications.tests.live.test_stream import TestEnd, TestEvents, TestHandshake, TestReplay

__all__ = ["TestEnd", "TestEvents", "TestHandshake", "TestReplay"]


@pytest.fixture(scope="module")
async def asgi_app(app: FastAPI) -> AsyncIterator[FastAPI]:
    """A replica of the service under test that does not replace uvicorn's protocol."""
    first: NotificationsRuntime = app.state.runtime
    other = build(first.settings.model_copy(update={"stream_transport": "asgi"}))
    runtime: NotificationsRuntime = other.state.runtime
    runtime.now = first.now
    async with other.router.lifespan_context(other):
        await wait_for(lambda: TEST_KID in runtime.identity.keys and runtime.is_set_up)
        yield other


@pytest.fixture
def runtime(asgi_app: FastAPI, clean: None) -> NotificationsRuntime:
    found: NotificationsRuntime = asgi_app.state.runtime
    return found


@pytest.fixture(scope="module")
async def address(asgi_app: FastAPI) -> AsyncIterator[str]:
    assert asgi_app.state.runtime.protocol == "httptools"
    async with serve_app(asgi_app) as url:
        yield url


async def test_a_stopping_server_says_when_to_reconnect(listen: Listen, runtime: NotificationsRuntime) -> None:
    stream = await listen()
    hub = runtime.hub
    try:
        await hub.shut_down()
        assert (await stream.wait_for("server_shutdown"))[0]["reconnect_in"] >= 500
        await stream.wait_closed()
    finally:
        hub.closing = False


def test_the_framing_of_chunks_is_removed() -> None:
    chunks = frames.event("a", {"text": "строка"}) + frames.HEARTBEAT + frames.notification(7, b"{}")
    expected = 'event: a\ndata: {"text":"строка"}\n\n:\n\nid: 7\nevent: notification\ndata: {}\n\n'
    assert frames.payload(chunks + frames.END) == expected.encode()


async def test_a_stream_that_the_server_cuts_off_can_reconnect(runtime: NotificationsRuntime) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return await asyncio.Event().wait()  # type: ignore[return-value]

    async def send(message: Any) -> None:
        sent.append(message)

    hub = runtime.hub
    headers = [(b"authorization", f"Bearer {token_for(runtime.now())}".encode())]
    scope: dict[str, Any] = {"type": "http", "headers": headers, "query_string": b""}
    task = asyncio.create_task(open_response(hub, Request(scope))(scope, receive, send))
    await wait_for(lambda: b"event: authenticated" in b"".join(message.get("body", b"") for message in sent))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert b"event: server_shutdown" in sent[-1]["body"]
    assert not sent[-1]["more_body"]
    assert hub.count == 0
