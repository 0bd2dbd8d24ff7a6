"""The one HTTP client of the process: making a client costs about 50 ms of CPU, so no call makes its own."""

import httpx2
from chassis.app import Runtime

from status.settings import settings_of

KEY = "http_client"


def http_client_of(runtime: Runtime) -> httpx2.AsyncClient:
    """The client for calls to the site's own services; each connect and read is limited by the probe timeout."""
    client: httpx2.AsyncClient | None = runtime.state.get(KEY)
    if client is None:
        timeout = httpx2.Timeout(settings_of(runtime).probe_timeout_seconds)
        client = runtime.state[KEY] = httpx2.AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"})
    return client


async def close_http_client(runtime: Runtime) -> None:
    """Close the client's connections when the process stops."""
    client: httpx2.AsyncClient | None = runtime.state.pop(KEY, None)
    if client is not None:
        await client.aclose()
