"""Calls to a service that has several replicas."""

from collections.abc import Callable

import httpx2
import pytest
from chassis.web.service_calls import Addresses, call_service
from pydantic_settings import BaseSettings

pytestmark = pytest.mark.anyio
ADDRESSES = ("http://first.test", "http://second.test", "http://third.test")


class Settings(BaseSettings):
    other_url: Addresses = ("http://127.0.0.1:8000",)


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("http://one:8000", ("http://one:8000",)),
        ("http://one:8000/", ("http://one:8000",)),
        ("http://one:8000,http://two:8000", ("http://one:8000", "http://two:8000")),
    ],
)
def test_a_setting_lists_the_replicas(text: str, addresses: Addresses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_URL", text)
    assert Settings().other_url == addresses


def make_client(fail: Callable[[str], Exception | None], called_hosts: list[str]) -> httpx2.AsyncClient:
    """Return a client whose calls fail as `fail` says for the host."""

    def respond(request: httpx2.Request) -> httpx2.Response:
        called_hosts.append(request.url.host)
        if error := fail(request.url.host):
            raise error
        return httpx2.Response(200, text=request.url.host)

    return httpx2.AsyncClient(transport=httpx2.MockTransport(respond))


@pytest.mark.parametrize("error", [httpx2.ConnectError("refused"), httpx2.ConnectTimeout("silent")])
async def test_a_replica_that_accepts_no_connection_is_skipped(error: Exception) -> None:
    called_hosts: list[str] = []
    async with make_client(lambda host: None if host == "third.test" else error, called_hosts) as http:
        answer = await call_service(http, "GET", ADDRESSES, "/x")
    assert answer.text == "third.test"
    assert called_hosts == ["first.test", "second.test", "third.test"]


async def test_a_request_that_reached_a_replica_is_not_sent_again() -> None:
    called_hosts: list[str] = []
    async with make_client(lambda _: httpx2.ReadTimeout("no answer"), called_hosts) as http:
        with pytest.raises(httpx2.ReadTimeout):
            await call_service(http, "POST", ADDRESSES, "/x")
    assert called_hosts == ["first.test"]


async def test_an_outage_of_all_replicas_is_raised() -> None:
    called_hosts: list[str] = []
    async with make_client(lambda _: httpx2.ConnectError("refused"), called_hosts) as http:
        with pytest.raises(httpx2.ConnectError):
            await call_service(http, "GET", ADDRESSES, "/x")
    assert len(called_hosts) == 3
