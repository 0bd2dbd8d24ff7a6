"""The W3C trace context that events and background work carry."""

from contextlib import AbstractContextManager

from opentelemetry import propagate, trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext

IDS = RandomIdGenerator()


def get_traceparent(*, if_recorded: bool = False) -> str | None:
    """Return the current W3C trace context, to store with an event or row.

    With `if_recorded` it is None unless a span is being recorded, for hot paths that do not always need it.
    """
    if if_recorded and not trace.get_current_span().is_recording():
        return None
    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return carrier.get("traceparent")


def create_context() -> Context:
    """Return the context of a new trace that is not recorded."""
    root = SpanContext(IDS.generate_trace_id(), IDS.generate_span_id(), is_remote=False)
    return trace.set_span_in_context(NonRecordingSpan(root), Context())


def start_own_trace() -> AbstractContextManager[Span]:
    """Run background work in its own trace, so that the events it records carry a traceparent."""
    return trace.use_span(trace.get_current_span(create_context()))
