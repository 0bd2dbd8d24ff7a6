"""Checks the spans of a service: every operation is called with a secret in its path and its query.

Spans leave the system, so no value of a path or a query may be in them (OWASP ASVS 5.0, V14.2.1).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from fastapi import FastAPI
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from chassis.testing.authorization import list_operations
from chassis.web.telemetry import RedactAddresses

SECRET = "secret-that-no-span-holds"  # noqa: S105
# The secret for parameters that must be ids, because the route would not be found otherwise.
SECRET_ID = "5ec2e700-0000-4000-8000-0000005ec2e7"  # noqa: S105
# The answers of streams never end.
ENDLESS_PATH = "/api/sse/"


@contextmanager
def record_spans(app: FastAPI) -> Iterator[InMemorySpanExporter]:
    """Collect the spans that the framework creates for this app's requests.

    Their provider has the processors of `configure_traces`.
    """
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(RedactAddresses())
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    configuration: dict[str, Any] = app._telemetry  # type: ignore[assignment]
    original_configuration = dict(configuration)
    configuration.update(tracing=True, tracer_provider=provider)
    try:
        yield exporter
    finally:
        configuration.update(original_configuration)


def _get_path(span: ReadableSpan) -> str:
    """Return the path of a span as the OpenAPI document writes it.

    A declared route may name the type of a parameter: `{id:uuid}`.
    """
    return re.sub(r":\w+}", "}", str((span.attributes or {}).get("url.path")))


async def find_leaking_operations(app: FastAPI, client: httpx2.AsyncClient) -> list[str]:
    """Return the operations whose spans hold a value of the path or the query, or lack the template of their route."""
    problems = []
    paths = app.openapi()["paths"]
    for name in list_operations(app):
        method, template = name.split(" ")
        if template.startswith(ENDLESS_PATH):
            continue
        values = {
            parameter["name"]: SECRET_ID if parameter["schema"].get("format") == "uuid" else SECRET
            for parameter in paths[template][method.lower()].get("parameters", [])
            if parameter["in"] == "path"
        }
        with record_spans(app) as exporter:
            path = template
            for parameter, value in values.items():
                path = path.replace(f"{{{parameter}}}", value)
            await client.request(method, path, params={"token": SECRET, "state": SECRET})
            spans = exporter.get_finished_spans()
        if not spans:
            problems.append(f"{name}: no span")
        if any(secret in str(span.to_json()) for span in spans for secret in (SECRET, SECRET_ID)):
            problems.append(f"{name}: the secret is in a span")
        if any(_get_path(span) != template for span in spans):
            problems.append(f"{name}: url.path is not the template")
    return problems
