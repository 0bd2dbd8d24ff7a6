"""The address in spans of calls to other servers."""

import pytest
from chassis.web.telemetry import RedactAddresses
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@pytest.mark.parametrize("name", ["url.full", "http.url"])
def test_only_the_origin_of_a_called_address_is_kept(name: str) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(RedactAddresses())
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    address = "https://user:password@push.example:8443/subscription/capability?access_token=secret"
    provider.get_tracer("test").start_span("POST", attributes={name: address}).end()
    [span] = exporter.get_finished_spans()
    assert (span.attributes or {})[name] == "https://push.example:8443/REDACTED"
