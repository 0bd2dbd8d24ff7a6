"""The HTTP client of the process. Creating one costs about 50 ms of CPU time, so calls share it."""

from httpx2 import AsyncClient, Timeout

from status.runtime import Runtime


def http_client_of(runtime: Runtime) -> AsyncClient:
    """Client for calls to the site's own services. Connect and read timeouts are those of the probes."""
    if AsyncClient not in runtime.parts:
        timeout = Timeout(runtime.settings.probe_timeout_seconds)
        client = AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"})
        runtime.parts[AsyncClient] = client
    return runtime.parts[AsyncClient]
