"""Which traces are recorded (docs/decisions/0061).

The caller decides: the browser and the gateway send their decision in `traceparent`. Without one, a share of
`TRACE_SAMPLE` is recorded. The trace store decides which complete traces to keep (tail sampling).
"""

from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.sdk.trace.sampling import (
    ALWAYS_OFF,
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.util.types import Attributes

from chassis.settings import CommonSettings

ROOT_KINDS = {SpanKind.SERVER, SpanKind.CONSUMER}


class RequestSampler(Sampler):
    """Records a share of the traces that begin here; only a request or an event begins one.

    The workers query the database every second: their statements would be most of all traces.
    """

    def __init__(self, share: float) -> None:
        self._share = TraceIdRatioBased(share)

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """See `Sampler.should_sample`."""
        if kind not in ROOT_KINDS:
            return SamplingResult(Decision.DROP, trace_state=trace_state)
        return self._share.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        """The name of the sampler for diagnostics."""
        return f"RequestSampler({self._share.rate})"


def sampler_for(settings: CommonSettings) -> Sampler:
    """The sampler of a service: nothing is recorded where no collector is configured."""
    return ParentBased(RequestSampler(settings.trace_sample)) if settings.otlp_endpoint else ALWAYS_OFF
