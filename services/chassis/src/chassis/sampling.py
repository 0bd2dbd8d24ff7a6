"""Which traces are recorded (docs/decisions/0061).

The caller decides: the browser and the gateway send their decision in `traceparent`. Without one, a share of
`TRACE_SAMPLE` is recorded. The trace store decides which complete traces to keep (tail sampling).
"""

from typing import Any

from opentelemetry.sdk.trace.sampling import (
    ALWAYS_OFF,
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import SpanKind

from chassis.settings import CommonSettings

ROOT_KINDS = {SpanKind.SERVER, SpanKind.CONSUMER}


class RequestSampler(TraceIdRatioBased):
    """Records a share of the traces that begin here; only a request or an event begins one.

    The workers query the database every second: their statements would be most of all traces.
    """

    def should_sample(
        self, parent_context: Any, trace_id: int, name: str, kind: SpanKind | None = None, *rest: Any, **named: Any
    ) -> SamplingResult:
        """See `Sampler.should_sample`."""
        if kind not in ROOT_KINDS:
            return SamplingResult(Decision.DROP)
        return super().should_sample(parent_context, trace_id, name, kind, *rest, **named)


def sampler_for(settings: CommonSettings) -> Sampler:
    """The sampler of a service: nothing is recorded where no collector is configured."""
    return ParentBased(RequestSampler(settings.trace_sample)) if settings.otlp_endpoint else ALWAYS_OFF
