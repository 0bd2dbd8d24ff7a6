"""The gateway forwards each event at once while the stream is open."""

import http.client
import socket
from typing import Any

import pytest

from tests.gateway.conftest import EVENTS, Gateway, GatewayStarter, Service, wait_until


@pytest.fixture
def open_event_stream(start_gateway: GatewayStarter, gateway: Gateway, services: dict[str, Service]) -> Any:
    connections = []

    def open_stream(at: Gateway = gateway, query: str = "?token=very-secret&userId=1") -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", at.port, timeout=120)
        connections.append(connection)
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip, br, zstd"}
        connection.request("GET", f"/api/sse/notifications{query}", headers=headers)
        return connection.getresponse()

    yield open_stream
    for connection in connections:
        connection.close()
    for _ in range(EVENTS):
        release(services)
    for service in services.values():
        service.streams.clear()


def read_event(stream: http.client.HTTPResponse) -> bytes:
    lines: list[bytes] = []
    while (line := stream.readline().strip()) or not lines:
        lines.append(line)
    return lines[0]


def release(services: dict[str, Service]) -> None:
    for service in services.values():
        service.release_event()


def test_each_event_arrives_before_the_next_is_sent(open_event_stream: Any, services: dict[str, Service]) -> None:
    stream = open_event_stream()
    assert stream.status == 200
    assert stream.headers["Content-Type"] == "text/event-stream"
    assert stream.headers["Content-Encoding"] is None
    for number in range(EVENTS):
        assert read_event(stream) == b"id: %d" % number
        release(services)


def test_stream_is_not_closed_by_the_request_timeout(
    start_gateway: GatewayStarter, open_event_stream: Any, services: dict[str, Service]
) -> None:
    def shorten_timeout(static: Any) -> None:
        static["entryPoints"]["web"]["transport"]["respondingTimeouts"]["readTimeout"] = "1s"

    gateway = start_gateway(change=shorten_timeout)
    stream = open_event_stream(gateway)
    assert read_event(stream) == b"id: 0"
    # When a request that started after the stream is closed, the timeout has passed for the stream too.
    with socket.create_connection(("127.0.0.1", gateway.port), 120) as second_connection:
        second_connection.sendall(b"POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
        while second_connection.recv(4096):
            pass
    release(services)
    assert read_event(stream) == b"id: 1"


def test_query_strings_are_not_logged_by_the_gateway(
    gateway: Gateway, open_event_stream: Any, services: dict[str, Service]
) -> None:
    read_event(open_event_stream())
    gateway.request("/api/auth/paseto/social/vk/auth?code=very-secret")
    gateway.request(
        "/?email=very-secret@example.com", headers={"Authorization": "very-secret", "Cookie": "session=very-secret"}
    )

    def are_logged() -> bool:
        logged_paths = [line.get("RequestPath") for line in gateway.read_access_log()]
        return "/api/auth/paseto/social/vk/auth" in logged_paths and "/" in logged_paths

    wait_until(are_logged, "both are logged")
    assert "very-secret" not in gateway.log.read_text()


def test_the_access_log_is_json_with_the_trace(gateway: Gateway) -> None:
    gateway.request("/api/settings")

    def read_lines() -> list[dict[str, Any]]:
        return [line for line in gateway.read_access_log() if line.get("RequestPath") == "/api/settings"]

    wait_until(lambda: bool(read_lines()), "it is logged")
    line = read_lines()[-1]
    assert line["DownstreamStatus"] == 200
    assert line["RouterName"] == "content@file"


def test_gateway_starts_without_errors_in_its_log(start_gateway: GatewayStarter) -> None:
    gateway = start_gateway()
    problems = [line["message"] for line in gateway.read_access_log() if line.get("level") in {"error", "warn"}]
    # One of our routers refuses encoded characters with a problem document.
    assert [message for message in problems if "encoded characters" not in message] == []


def test_streams_may_have_separate_processes(
    start_gateway: GatewayStarter, open_event_stream: Any, services: dict[str, Service]
) -> None:
    stream_service = services["notifications-2"]
    gateway = start_gateway(environment={"NOTIFICATIONS_STREAMS_URL": stream_service.url})
    for number in range(3):
        stream = open_event_stream(gateway, f"?userId=apart-{number}")
        assert read_event(stream) == b"id: 0"
    assert len([path for path in stream_service.seen if "apart-" in path]) == 3
