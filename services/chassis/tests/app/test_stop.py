"""A service that stops closes its HTTP client."""

import pytest
from chassis.runtime import Runtime
from chassis.settings import CommonSettings
from chassis.testing.servers import run_nats
from httpx2 import AsyncClient
from pydantic import SecretStr

pytestmark = pytest.mark.anyio


async def test_http_client_is_closed_when_a_service_stops() -> None:
    client = AsyncClient()
    with run_nats() as server:
        settings = CommonSettings(environment="test").model_copy(update={"nats_url": SecretStr(server.url)})
        runtime = Runtime("sample", settings)
        runtime.http_client = client
        await runtime.bus.start()
        await runtime.stop()
    assert client.is_closed
