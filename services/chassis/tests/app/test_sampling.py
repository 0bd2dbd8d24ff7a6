"""Which traces are recorded."""

import pytest
from chassis.settings import CommonSettings
from chassis.web.telemetry import sampler_for
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import NonRecordingSpan, SpanContext, SpanKind, TraceFlags


def is_recorded(*, endpoint: str | None, share: float, kind: SpanKind, caller: str) -> bool:
    """Whether a span is recorded when the caller's header says `yes`, `no` or is missing (`nothing`)."""
    settings = CommonSettings(otlp_endpoint=endpoint, trace_sample=share)
    tracer = TracerProvider(sampler=sampler_for(settings)).get_tracer("test")
    context = Context()
    if caller != "nothing":
        sent = SpanContext(1, 2, is_remote=True, trace_flags=TraceFlags(caller == "yes"))
        context = trace.set_span_in_context(NonRecordingSpan(sent), context)
    return tracer.start_span("work", context=context, kind=kind).is_recording()


COLLECTOR = "http://127.0.0.1:4318"


@pytest.mark.parametrize(
    ("endpoint", "share", "kind", "caller", "recorded"),
    [
        (COLLECTOR, 0.0, SpanKind.SERVER, "yes", True),
        (COLLECTOR, 1.0, SpanKind.SERVER, "no", False),
        (COLLECTOR, 1.0, SpanKind.SERVER, "nothing", True),
        (COLLECTOR, 0.0, SpanKind.SERVER, "nothing", False),
        (COLLECTOR, 1.0, SpanKind.CONSUMER, "nothing", True),
        # A worker's statement belongs to no request: it begins no trace, but continues one.
        (COLLECTOR, 1.0, SpanKind.CLIENT, "nothing", False),
        (COLLECTOR, 0.0, SpanKind.CLIENT, "yes", True),
        (None, 1.0, SpanKind.SERVER, "yes", False),
        (None, 1.0, SpanKind.SERVER, "nothing", False),
    ],
)
def test_who_decides(endpoint: str | None, share: float, kind: SpanKind, caller: str, recorded: bool) -> None:
    assert is_recorded(endpoint=endpoint, share=share, kind=kind, caller=caller) is recorded
