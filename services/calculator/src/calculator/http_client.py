"""The one HTTP client of the process for other companies' servers: making a client costs about 50 ms of CPU."""

from chassis.http import external_client
from httpx2 import AsyncClient

from calculator.runtime import Runtime


def http_client_of(runtime: Runtime) -> AsyncClient:
    """The client for the central bank; each connect and read is limited by `cbr_timeout_seconds`."""
    if AsyncClient not in runtime.parts:
        runtime.parts[AsyncClient] = external_client(timeout=runtime.settings.cbr_timeout_seconds)
    return runtime.parts[AsyncClient]
