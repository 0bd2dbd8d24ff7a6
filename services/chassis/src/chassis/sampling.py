"""Which traces are recorded (docs/decisions/0061).

Whoever called decides: the browser and the gateway send their choice in `traceparent`. Where nobody has, a share of
`TRACE_SAMPLE` is recorded. Which of those are worth keeping is decided by the trace store, which sees them whole.
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

BEGINNINGS = {SpanKind.SERVER, SpanKind.CONSUMER}


class RequestShare(Sampler):
    """A share of the traces that begin here; only a request or a fact begins one.

    The workers ask the database every second: their statements alone would drown everything else.
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
        if kind not in BEGINNINGS:
            return SamplingResult(Decision.DROP, trace_state=trace_state)
        return self._share.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        """How the sampler calls itself."""
        return f"RequestShare({self._share.rate})"


def sampler_for(settings: CommonSettings) -> Sampler:
    """Nothing is recorded where no collector would take it, whatever the caller wished."""
    return ParentBased(RequestShare(settings.trace_sample)) if settings.otlp_endpoint else ALWAYS_OFF
