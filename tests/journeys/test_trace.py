"""The trace of one contact message, from the browser's click to an administrator's open page."""

import contextlib
import socket
import threading
import uuid
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from chassis.testing.limits import HANG_SECONDS

from deploy.local import observability, ports
from deploy.observability import trace
from tests.journeys.users import Person, open_browser, wait_for

pytestmark = pytest.mark.skipif(
    not observability.is_enabled(), reason="the stack was started without make up-observability"
)


def fetch_spans(trace_id: str) -> list[dict[str, Any]]:
    answer = httpx2.get(
        f"{observability.build_traces_url(ports.read_record())}/traces/{trace_id}", timeout=HANG_SECONDS
    )
    spans: list[dict[str, Any]] = answer.json()
    return spans


def send_contact(http: httpx2.Client, request_id: str, trace_id: str, *, flag: str = "01") -> httpx2.Response:
    """Send a contact message as the page does."""
    headers = {"X-Request-ID": request_id, "traceparent": f"00-{trace_id}-00f067aa0ba902b7-{flag}"}
    message = {
        "name": "Лидия Крылова",
        "phone": "+7 495 000-00-00",
        "email": "lidia@example.com",
        "message": f"Нужен универсал, {request_id}",
        "consent": True,
    }
    return http.post("/api/contact", json=message, headers=headers)


# Each process exports its spans at its own time. The event and the stream may be handled by different replicas.
SPAN_NAMES = {
    "POST /api/contact",
    "publish content.contact.received",
    "process content.contact.received",
    "deliver to streams",
}


@pytest.fixture
def open_page(administrator: Person) -> Iterator[list[str]]:
    """Open the administrator's live stream. Yields the list to which the received lines are added."""
    received_lines: list[str] = []
    sockets: list[socket.socket] = []

    def listen() -> None:
        headers = {"Authorization": administrator.http.headers["Authorization"]}
        with open_browser(headers) as http, http.stream("GET", "/api/sse/notifications") as answer:
            sockets.append(answer.extensions["network_stream"].get_extra_info("socket"))
            with contextlib.suppress(httpx2.HTTPError):
                for line in answer.iter_lines():
                    received_lines.append(line)

    listener = threading.Thread(target=listen)
    listener.start()
    wait_for(lambda: "event: authenticated" in received_lines)
    yield received_lines
    sockets[0].shutdown(socket.SHUT_RDWR)
    listener.join()


def test_message_is_one_trace_from_click_to_open_page(
    visitor: httpx2.Client, administrator: Person, open_page: list[str]
) -> None:
    request_id = str(uuid.uuid4())
    trace_id = request_id.replace("-", "")
    answer = send_contact(visitor, request_id, trace_id)
    assert answer.status_code == 201
    assert answer.headers["x-request-id"] == request_id
    wait_for(lambda: any("content.contact.received" in line for line in open_page))

    def read_whole_trace() -> list[dict[str, Any]] | None:
        spans = fetch_spans(trace_id)
        names = {span["name"] for span in spans} | {span["service"] for span in spans}
        return spans if SPAN_NAMES | {"gateway"} <= names else None

    spans = wait_for(read_whole_trace)
    by_id = {span["span_id"]: span for span in spans}

    def find_span(service: str, name: str) -> dict[str, Any]:
        return next(span for span in spans if span["service"] == service and span["name"] == name)

    def list_ancestors(span: dict[str, Any]) -> list[str]:
        parent = by_id.get(span["parent_id"])
        return [] if parent is None else [f"{parent['service']}: {parent['name']}", *list_ancestors(parent)]

    request = find_span("content", "POST /api/contact")
    assert request["attributes"]["request.id"] == request_id
    assert list_ancestors(request)[0].startswith("gateway: ")
    # The INSERTs of the row and its event are spans of the request, and contain no value of the form.
    statements = [span for span in spans if span["parent_id"] == request["span_id"] and span["kind"] == "client"]
    assert "INSERT" in {span["name"].split()[0] for span in statements if span["name"]}
    assert "универсал" not in str(spans)
    assert "lidia@example.com" not in str(spans)
    handling_span = find_span("notifications", "process content.contact.received")
    assert list_ancestors(handling_span)[:2] == [
        "content: publish content.contact.received",
        "content: POST /api/contact",
    ]
    delivery_span = find_span("notifications", "deliver to streams")
    assert list_ancestors(delivery_span)[0] == "notifications: process content.contact.received"


def test_unsampled_request_is_not_recorded(visitor: httpx2.Client) -> None:
    unsampled_id = str(uuid.uuid4())
    sampled_id = str(uuid.uuid4())
    assert send_contact(visitor, unsampled_id, unsampled_id.replace("-", ""), flag="00").status_code == 201
    # This later message has arrived, so the earlier one would have arrived too.
    assert send_contact(visitor, sampled_id, sampled_id.replace("-", "")).status_code == 201
    wait_for(lambda: [span for span in fetch_spans(sampled_id.replace("-", "")) if span["service"] == "content"])
    assert fetch_spans(unsampled_id.replace("-", "")) == []


def test_request_id_of_a_refusal_finds_its_trace_and_log_lines(
    visitor: httpx2.Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request has no id of a browser, so the gateway makes one, and the id of the trace differs from it."""
    answer = visitor.post("/api/contact", json={"name": "Без согласия"})
    assert answer.status_code == 422
    request_id = answer.json()["request_id"]
    monkeypatch.setenv("P", request_id)

    def read_printed_trace() -> str | None:
        capsys.readouterr()
        trace.trace()
        output = capsys.readouterr().out
        return output if all(name in output for name in ("content", "gateway", "POST /api/contact")) else None

    assert "status=422" in wait_for(read_printed_trace)
