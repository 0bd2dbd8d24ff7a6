"""Logs in JSON, Prometheus metrics by route template, W3C trace context."""

import logging
import os
import re
import socket
import sys
import time
from asyncio import CancelledError
from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import orjson
import structlog
from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import Span, SpanProcessor, TracerProvider, sampling
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from prometheus_client import Counter, Histogram
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.database.session import discards_changes
from chassis.database.tables import new_id_text
from chassis.events.tracing import create_context
from chassis.settings import CommonSettings
from chassis.web import errors
from chassis.web.caches import CachedBytes
from chassis.web.errors import HeadersTooLarge, TooLarge

REQUESTS = Counter("http_requests_total", "Answered requests", ["method", "route", "status"])
DURATION = Histogram(
    "http_request_duration_seconds",
    "Time to answer",
    ["method", "route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
READ_HEADERS = {b"x-request-id", b"traceparent", b"tracestate"}
ROOT_KINDS = {SpanKind.SERVER, SpanKind.CONSUMER}
PROPAGATOR = TraceContextTextMapPropagator()
VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
# The gateway accepts headers of up to 256 kB, so that this refusal is a problem document and not Go's plain text.
MAX_HEADER_BYTES = 32 * 1024
EMPTY_BODY: Message = {"type": "http.response.body", "body": b"", "more_body": False}
UNLOGGED_PATHS = {"/healthz", "/readyz", "/metrics"}
# The replacement for a redacted value in OpenTelemetry's semantic conventions.
REDACTED = "REDACTED"
# Span attributes with a URL or a part of it, in the stable and the older semantic conventions.
ADDRESS_PARTS = ("url.path", "url.query", "http.target")
ADDRESSES = ("url.full", "http.url")

# structlog's own context variables would cost five times as much per request and per log line.
current_request_id: ContextVar[str] = ContextVar("current_request_id", default="")

log = structlog.get_logger()


def add_request_id(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    if request_id := current_request_id.get():
        event["request_id"] = request_id
    return event


def add_trace_id(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    current = trace.get_current_span().get_span_context()
    if current.is_valid:
        event["trace_id"] = format(current.trace_id, "032x")
    return event


def _serialize_json(event: Any, **options: Any) -> bytes:
    return orjson.dumps(event, option=orjson.OPT_NON_STR_KEYS, **options)


def _serialize_json_text(event: Any, **options: Any) -> str:
    return _serialize_json(event, **options).decode()


def configure_logs(service: str, level: str) -> None:
    """Configure structlog and the standard library to write one JSON object per line to standard output."""
    shared_processors: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        add_request_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_trace_id,
    ]
    format_errors = structlog.processors.format_exc_info
    structlog.configure(
        processors=[*shared_processors, format_errors, structlog.processors.JSONRenderer(serializer=_serialize_json)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=structlog.BytesLoggerFactory(sys.stdout.buffer),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared_processors,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                format_errors,
                structlog.processors.JSONRenderer(serializer=_serialize_json_text),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for logger_name in ("httpx", "httpcore", "httpx2", "uvicorn.access", "nats"):
        logging.getLogger(logger_name).setLevel(logging.WARNING)
    structlog.contextvars.bind_contextvars(service=service)


def build_resource(service: str, settings: CommonSettings) -> Resource:
    """Return the resource of the spans. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence."""
    attributes: dict[str, Any] = {
        "service.name": service,
        "service.version": settings.app_version,
        "service.instance.id": f"{socket.gethostname()}-{os.getpid()}",
        # The current name, and the previous one, which many trace stores still search.
        "deployment.environment.name": settings.environment,
        "deployment.environment": settings.environment,
    }
    return Resource.create(attributes | dict(OTELResourceDetector().detect().attributes))


def configure_traces(service: str, settings: CommonSettings) -> None:
    """Configure tracing. Trace context is always passed on, but spans are sent only if a collector is configured."""
    if isinstance(trace.get_tracer_provider(), TracerProvider):
        return
    provider = TracerProvider(resource=build_resource(service, settings), sampler=build_sampler(settings))
    provider.add_span_processor(RedactAddresses())
    if settings.otlp_endpoint:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.httpx import HTTPX2ClientInstrumentor
        from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        PsycopgInstrumentor().instrument()
        HTTPX2ClientInstrumentor().instrument()
    trace.set_tracer_provider(provider)


def _choose_context(sent_headers: Mapping[str, str]) -> Context:
    """Return the current trace context, or the caller's, or a new one that is not recorded."""
    current = context.get_current()
    if current and trace.get_current_span(current).get_span_context().is_valid:
        return current
    caller_context = PROPAGATOR.extract(sent_headers, Context())
    if trace.get_current_span(caller_context).get_span_context().is_valid:
        return caller_context
    return create_context()


@lru_cache(maxsize=4096)
def _get_metrics(method: str, route: str, status: str) -> tuple[Counter, Histogram]:
    """Return the labelled metrics of a route, cached."""
    return REQUESTS.labels(method, route, status), DURATION.labels(method, route)


def _add_headers(message: Message, scope: Scope, request_id: str) -> None:
    """Add the headers of every response, and record the request id in the current span."""
    headers = message.setdefault("headers", [])
    headers.append((b"x-request-id", request_id.encode()))
    if not any(key.lower() == b"cache-control" for key, _ in headers):
        headers.append((b"cache-control", b"no-store"))
    span = trace.get_current_span()
    if span.is_recording():
        route = get_route_template(scope)
        span.update_name(f"{scope['method']} {route}")
        span.set_attributes({"request.id": request_id, "http.route": route, "url.path": route})
        scope.setdefault("log_fields", {})["trace_id"] = format(span.get_span_context().trace_id, "032x")


class RequestContext:
    """ASGI middleware that gives each request an id, measures it, and writes one log line.

    Plain ASGI, since it must cost little and must not touch the body of a stream.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent_headers = {key.decode(): value.decode("latin-1") for key, value in scope["headers"] if key in READ_HEADERS}
        request_id = sent_headers.get("x-request-id", "")
        if not VALID_REQUEST_ID.fullmatch(request_id):
            request_id = new_id_text()
        scope["request_id"] = request_id
        started_at = time.perf_counter()
        status = 0
        is_plain = False
        sent_method = scope["method"]
        is_head = sent_method == "HEAD"
        if is_head:
            # Routes have only GET. The server must see HEAD again when the response begins.
            scope["method"] = "GET"

        async def answer(message: Message) -> None:
            nonlocal status, is_plain
            if message["type"] == "http.response.start":
                status = message["status"]
                # The framework answers a large body in plain text.
                is_plain = status == 413 and not _is_problem(message)
                scope["method"] = sent_method
                _add_headers(message, scope, request_id)
            if not is_plain:
                await send(EMPTY_BODY if is_head and message["type"] == "http.response.body" else message)

        context_token = context.attach(_choose_context(sent_headers))
        discards_token = discards_changes.set(is_head)
        request_id_token = current_request_id.set(request_id)
        try:
            await self._run(scope, receive, answer)
            if is_plain:
                await errors.build_problem(TooLarge(), Request(scope))(scope, receive, answer)
        except (Exception, CancelledError) as error:
            if status:
                raise
            trace.get_current_span().record_exception(error)
            await errors.build_error_response(Request(scope), error)(scope, receive, answer)
        finally:
            self._record(scope, status or 500, time.perf_counter() - started_at)
            current_request_id.reset(request_id_token)
            discards_changes.reset(discards_token)
            context.detach(context_token)

    async def _run(self, scope: Scope, receive: Receive, answer: Send) -> None:
        size = (
            len(scope["path"])
            + len(scope["query_string"])
            + sum([len(name) + len(value) for name, value in scope["headers"]])
        )
        if size > MAX_HEADER_BYTES:
            raise HeadersTooLarge
        cached_response = CachedBytes.find(scope)
        app = cached_response or self.app
        await app(scope, receive, answer)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = get_route_template(scope)
        method = scope["method"]
        requests, duration = _get_metrics(method, route, str(status))
        requests.inc()
        duration.observe(seconds)
        if scope["path"] not in UNLOGGED_PATHS:
            extra_fields = scope.get("log_fields", {})
            log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), **extra_fields)


def _is_problem(message: Message) -> bool:
    return any(key == b"content-type" and b"problem" in value for key, value in message.get("headers", []))


def get_route_template(scope: Scope) -> str:
    """Return the path as declared (`/api/cars/{slug}`), so that labels and logs contain no ids or secrets."""
    route = scope.get("route")
    return str(getattr(route, "path", "unmatched"))


class RedactAddresses(SpanProcessor):
    """Keeps paths and queries out of spans: they hold tokens, ids and what users typed.

    Instrumentation sets them when a span starts. Only the origin of a URL stays, and `RequestContext` adds the template
    of the route. This must be the first processor of a provider.
    """

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """See `SpanProcessor.on_start`."""
        attributes = span.attributes or {}
        for name in ADDRESS_PARTS:
            if name in attributes:
                span.set_attribute(name, REDACTED)
        for name in ADDRESSES:
            if name in attributes:
                span.set_attribute(name, _get_origin(str(attributes[name])))


def _get_origin(address: str) -> str:
    """Return the scheme, host and port of a URL, without user and password."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return REDACTED
    return f"{parts.scheme}://{host}{port}/{REDACTED}"


class RequestSampler(sampling.TraceIdRatioBased):
    """Samples a share of the traces of requests and events, and none of workers, which would be the majority."""

    def should_sample(
        self,
        parent_context: Any,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        *arguments: Any,
        **options: Any,
    ) -> sampling.SamplingResult:
        """See `Sampler.should_sample`."""
        if kind not in ROOT_KINDS:
            return sampling.SamplingResult(sampling.Decision.DROP)
        return super().should_sample(parent_context, trace_id, name, kind, *arguments, **options)


def build_sampler(settings: CommonSettings) -> sampling.Sampler | None:
    """Return the sampler of a service: nothing is recorded where no collector is configured.

    Returns None if OTEL_TRACES_SAMPLER is set: the SDK then reads it and OTEL_TRACES_SAMPLER_ARG itself.
    """
    if not settings.otlp_endpoint:
        return sampling.ALWAYS_OFF
    if os.environ.get("OTEL_TRACES_SAMPLER"):
        return None
    return sampling.ParentBased(RequestSampler(settings.trace_sample))
