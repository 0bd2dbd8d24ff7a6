"""Trace store for one machine: receives OTLP over HTTP, keeps the latest traces in memory, and answers in JSON.

POST /v1/traces                  receives spans of the services and the gateway
GET  /traces                     ids of all traces, newest last
GET  /traces/<trace id>          spans of a trace, earliest first
GET  /traces?request=<id>        ids of the traces of one request
"""

import argparse
import gzip
import json
import threading
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Status

MAX_TRACES = 5_000
KINDS = ("unspecified", "internal", "server", "client", "producer", "consumer")

Span = dict[str, Any]


class Traces:
    """The latest traces by id. Beyond `max_traces`, the trace that got no span for the longest time is dropped."""

    def __init__(self, max_traces: int = MAX_TRACES) -> None:
        self._max_traces = max_traces
        self._spans: OrderedDict[str, list[Span]] = OrderedDict()
        self._lock = threading.Lock()

    def add_export(self, body: bytes) -> None:
        """Add the spans of one export."""
        spans = parse_spans(ExportTraceServiceRequest.FromString(body))
        with self._lock:
            for span in spans:
                self._spans.setdefault(span["trace_id"], []).append(span)
                self._spans.move_to_end(span["trace_id"])
            while len(self._spans) > self._max_traces:
                self._spans.popitem(last=False)

    def get_spans(self, id: str) -> list[Span]:
        with self._lock:
            return sorted(self._spans.get(id, []), key=lambda span: span["start"])

    def list_ids(self, request: str | None = None) -> list[str]:
        with self._lock:
            traces = list(self._spans.items())
        return [
            id
            for id, spans in traces
            if request is None or any(span["attributes"].get("request.id") == request for span in spans)
        ]


def parse_spans(export: ExportTraceServiceRequest) -> list[Span]:
    """Return the spans of an export as plain values."""
    spans = []
    for resource in export.resource_spans:
        service = read_attributes(resource.resource.attributes).get("service.name", "?")
        for scope in resource.scope_spans:
            spans += [
                {
                    "service": service,
                    "name": span.name,
                    "kind": KINDS[span.kind],
                    "trace_id": span.trace_id.hex(),
                    "span_id": span.span_id.hex(),
                    "parent_id": span.parent_span_id.hex(),
                    "start": span.start_time_unix_nano / 1e9,
                    "ms": round((span.end_time_unix_nano - span.start_time_unix_nano) / 1e6, 3),
                    "failed": span.status.code == Status.STATUS_CODE_ERROR,
                    "attributes": read_attributes(span.attributes),
                }
                for span in scope.spans
            ]
    return spans


def read_attributes(pairs: "list[KeyValue]") -> dict[str, Any]:
    return {pair.key: convert_value(pair.value) for pair in pairs}


def convert_value(value: AnyValue) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [convert_value(element) for element in value.array_value.values]
    return getattr(value, kind) if kind in {"string_value", "bool_value", "int_value", "double_value"} else None


class Handler(BaseHTTPRequestHandler):
    """Answers the requests. `create_server` sets `traces`."""

    traces: Traces
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Receive an export. The Go client sends it in chunks, the Python client with a length."""
        body = self._read_chunks() if self.headers.get("Transfer-Encoding") else self._read_body()
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.traces.add_export(body)
        self._answer(200, b"", "application/x-protobuf")

    def do_GET(self) -> None:
        """Answer with ids or with the spans of a trace."""
        address = urlsplit(self.path)
        if address.path == "/traces":
            request_ids = parse_qs(address.query).get("request", [None])
            self._answer_json(200, self.traces.list_ids(request_ids[0]))
            return
        spans = self.traces.get_spans(address.path.removeprefix("/traces/"))
        self._answer_json(200 if spans else 404, spans)

    def _answer_json(self, status: int, body: list[Any]) -> None:
        self._answer(status, json.dumps(body, ensure_ascii=False).encode(), "application/json")

    def _read_body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _read_chunks(self) -> bytes:
        """Read a body in chunks (RFC 9112, section 7.1): each begins with its size in hexadecimal digits."""
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing: exports arrive every second."""


def create_server(port: int, max_traces: int = MAX_TRACES) -> ThreadingHTTPServer:
    """Create the server. It already listens, and `serve_forever` answers the requests."""
    handler = type("BoundHandler", (Handler,), {"traces": Traces(max_traces)})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Keep the newest traces in memory.")
    parser.add_argument("port", type=int)
    create_server(parser.parse_args().port).serve_forever()
