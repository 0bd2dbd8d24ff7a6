"""The one HTTP client of the process: making a client costs about 50 ms of CPU, so no call makes its own."""

from httpx2 import AsyncClient, Timeout

from status.runtime import Runtime


def http_client_of(runtime: Runtime) -> AsyncClient:
    """The client for calls to the site's own services; each connect and read is limited by the probe timeout."""
    if AsyncClient not in runtime.parts:
        timeout = Timeout(runtime.settings.probe_timeout_seconds)
        client = AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"})
        runtime.parts[AsyncClient] = client
    return runtime.parts[AsyncClient]
