"""The one HTTP client of the process for other companies' servers: making a client costs about 50 ms of CPU."""

import httpx2
from chassis.app import Runtime
from chassis.http import external_client

from calculator.settings import settings_of

KEY = "http_client"


def http_client_of(runtime: Runtime) -> httpx2.AsyncClient:
    """The client for the central bank; each connect and read is limited by `cbr_timeout_seconds`."""
    client: httpx2.AsyncClient | None = runtime.state.get(KEY)
    if client is None:
        client = runtime.state[KEY] = external_client(timeout=settings_of(runtime).cbr_timeout_seconds)
    return client


async def close_http_client(runtime: Runtime) -> None:
    """Close the client's connections when the process stops."""
    client: httpx2.AsyncClient | None = runtime.state.pop(KEY, None)
    if client is not None:
        await client.aclose()
