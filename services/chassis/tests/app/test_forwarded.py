"""Forwarded headers are trusted only from the gateway, also where all pods share a network."""

import asyncio
import socket
from typing import Any

import pytest
from chassis.web import forwarded
from chassis.web.forwarded import ForwardedHeaders

pytestmark = pytest.mark.anyio
GATEWAY = "10.42.0.7"
OTHER_POD = "10.42.0.8"
CLIENT = "203.0.113.9"


@pytest.fixture
def dns_records(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The addresses of each name in DNS; a name without an entry cannot be resolved."""
    addresses = {"gateway-peers": [GATEWAY]}

    def look_up(name: str, *_: Any, **__: Any) -> list[Any]:
        if name not in addresses:
            raise socket.gaierror("Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in addresses[name]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    # Every request looks the name up again.
    monkeypatch.setattr(forwarded, "MIN_AGE_SECONDS", -1)
    monkeypatch.setattr(forwarded, "MAX_AGE_SECONDS", -1)
    return addresses


class Service:
    """A service behind the middleware. It records the client's address that it sees."""

    def __init__(self, **settings: str) -> None:
        self.middleware = ForwardedHeaders(self.receive, **settings)
        self.client = ""

    async def receive(self, scope: Any, _receive: Any, _send: Any) -> None:
        self.client = scope["client"][0]

    async def find_client(self, sender: str, forwarded_for: str = CLIENT) -> str:
        headers = [(b"x-forwarded-for", forwarded_for.encode())] if forwarded_for else []
        scope = {"type": "http", "scheme": "http", "client": (sender, 1), "headers": headers}
        await self.middleware(scope, None, None)  # type: ignore[arg-type]  # nothing is received or sent
        return self.client


async def test_only_pods_of_the_gateway_are_trusted(dns_records: dict[str, list[str]]) -> None:
    service = Service(trusted_proxies="10.42.0.0/16", forwarded_from="gateway-peers")
    assert await service.find_client(GATEWAY) == CLIENT
    # The request came through a pod of an ingress controller. The gateway adds the address of that pod.
    assert await service.find_client(GATEWAY, f"{CLIENT}, 10.42.0.99") == CLIENT
    assert await service.find_client(OTHER_POD) == OTHER_POD
    assert await service.find_client(GATEWAY, "") == GATEWAY


async def test_a_new_pod_of_the_gateway_is_trusted_at_once_and_an_old_one_no_longer(
    dns_records: dict[str, list[str]],
) -> None:
    service = Service(trusted_proxies="10.42.0.0/16", forwarded_from="gateway-peers")
    assert await service.find_client(GATEWAY) == CLIENT
    dns_records["gateway-peers"] = [OTHER_POD]
    assert await service.find_client(OTHER_POD) == CLIENT
    assert await service.find_client(GATEWAY) == GATEWAY


async def test_an_outage_of_dns_changes_nothing(dns_records: dict[str, list[str]]) -> None:
    service = Service(trusted_proxies="10.42.0.0/16", forwarded_from="gateway-peers")
    assert await service.find_client(GATEWAY) == CLIENT
    dns_records.clear()
    await asyncio.gather(*(service.find_client(OTHER_POD) for _ in range(3)))
    assert await service.find_client(GATEWAY) == CLIENT
    assert await service.find_client(OTHER_POD) == OTHER_POD


async def test_without_a_name_the_configured_proxies_count(dns_records: dict[str, list[str]]) -> None:
    service = Service(trusted_proxies=f"{GATEWAY}/32")
    assert await service.find_client(GATEWAY) == CLIENT
    assert await service.find_client(OTHER_POD) == OTHER_POD
