"""The HTTP client that all calls to the site's own services share."""

from httpx2 import AsyncClient, Timeout

from status.runtime import StatusRuntime


def get_http_client(runtime: StatusRuntime) -> AsyncClient:
    """Return the shared client. Its timeouts are the time limit of the probes."""
    if runtime.http_client is None:
        timeout = Timeout(runtime.settings.probe_timeout_seconds)
        runtime.http_client = AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"})
    return runtime.http_client
