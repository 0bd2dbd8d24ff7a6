"""A stand-in of the calculator, an HTTP server on the event loop of the test.

Its answers may use the service's runtime, which belongs to this loop.
"""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from chassis.testing.plugin import wait_for
from content.runtime import ContentRuntime


class StandInCalculator(ABC):
    """An ASGI app that answers with JSON."""

    @abstractmethod
    async def answer(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of the response."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        status, answer = await self.answer(scope["path"], body)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


@asynccontextmanager
async def run_calculator(calculator: StandInCalculator, runtime: ContentRuntime) -> AsyncIterator[None]:
    """Run the stand-in inside the block, as the calculator of this runtime."""
    server = uvicorn.Server(uvicorn.Config(calculator, port=0, log_config=None, lifespan="off"))
    task = asyncio.ensure_future(server.serve())
    await wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    settings = runtime.settings
    runtime.settings = settings.model_copy(update={"calculator_url": (f"http://127.0.0.1:{port}",)})
    yield
    runtime.settings = settings
    server.should_exit = True
    await task
