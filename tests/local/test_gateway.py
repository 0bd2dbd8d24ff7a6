"""The gateways are ready once each of them has found every replica."""

from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from deploy.local import gateway, services, up
from deploy.local.console import StepError


def make_metrics(*up: str, down: str = "") -> str:
    """Return metrics as Traefik reports them for the servers of one service."""
    lines = [f'traefik_service_server_up{{service="x@file",url="{url}"}} 1' for url in up]
    return "\n".join([*lines, f'traefik_service_server_up{{service="x@file",url="{down}"}} 0', ""])


class Gateway:
    """The metrics of one gateway, over HTTP."""

    def __init__(self, text: str) -> None:
        self.text = text

        class Answer(BaseHTTPRequestHandler):
            def do_GET(answer) -> None:  # noqa: N805
                answer.send_response(200)
                answer.end_headers()
                answer.wfile.write(self.text.encode())

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.port = self.server.server_port
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def gateways() -> Iterator[list[Gateway]]:
    with ExitStack() as stack:
        fakes = [Gateway(""), Gateway("")]
        for fake in fakes:
            stack.callback(fake.server.server_close)
            stack.callback(fake.server.shutdown)
        yield fakes


def test_gateways_are_ready_when_each_has_found_every_replica(gateways: list[Gateway]) -> None:
    ports = {"gateway": 1, "gateway-2": 1, "auth-1": 11, "auth-2": 12, "web": 13}
    ports |= {"gateway-ops": gateways[0].port, "gateway-2-ops": gateways[1].port}
    addresses = ["http://127.0.0.1:11", "http://127.0.0.1:12", "http://127.0.0.1:13"]
    assert set(services.list_addresses(ports)) == {"AUTH_URL", "WEB_URL", "GATEWAY_URL"}
    assert gateway.find_problem_of_servers(ports) == f"sends nothing to {', '.join(addresses)}"
    gateways[0].text = make_metrics(*addresses)
    gateways[1].text = make_metrics(addresses[0], addresses[2], down=addresses[1])
    assert gateway.find_problem_of_servers(ports) == f"sends nothing to {addresses[1]}"
    assert not gateway.find_servers_left_out([addresses[0]], ports)
    assert gateway.find_servers_left_out([addresses[1]], ports)
    gateways[1].text = make_metrics(*addresses)
    assert gateway.find_problem_of_servers(ports) is None


def test_start_waits_until_every_service_is_reachable(gateways: list[Gateway], monkeypatch: pytest.MonkeyPatch) -> None:
    page_server, metrics_server = gateways
    ports = {"gateway": page_server.port, "gateway-ops": metrics_server.port, "web": 13}
    monkeypatch.setattr(gateway, "TIMEOUT_SECONDS", 0.0)
    with pytest.raises(StepError, match=r"sends nothing to http://127\.0\.0\.1:13"):
        up.check_through_gateway(ports)
    metrics_server.text = make_metrics("http://127.0.0.1:13")
    up.check_through_gateway(ports)
    page_server.server.shutdown()
    page_server.server.server_close()
    with pytest.raises(StepError, match=rf"127\.0\.0\.1:{page_server.port}"):
        up.check_through_gateway(ports)
