"""Which traces are recorded."""

import os

import pytest
from chassis.settings import CommonSettings
from chassis.web.telemetry import build_resource, build_sampler
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import NonRecordingSpan, SpanContext, SpanKind, TraceFlags


def is_recorded(*, endpoint: str | None, share: float, kind: SpanKind, caller: str) -> bool:
    """Return True if a span is recorded. The caller's header says `yes` or `no`, or is missing (`nothing`)."""
    settings = CommonSettings(otlp_endpoint=endpoint, trace_sample=share)
    tracer = TracerProvider(sampler=build_sampler(settings)).get_tracer("test")
    context = Context()
    if caller != "nothing":
        span_context = SpanContext(1, 2, is_remote=True, trace_flags=TraceFlags(caller == "yes"))
        context = trace.set_span_in_context(NonRecordingSpan(span_context), context)
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
        # A worker's statement belongs to no request. It continues a trace, but begins none.
        (COLLECTOR, 1.0, SpanKind.CLIENT, "nothing", False),
        (COLLECTOR, 0.0, SpanKind.CLIENT, "yes", True),
        (None, 1.0, SpanKind.SERVER, "yes", False),
        (None, 1.0, SpanKind.SERVER, "nothing", False),
    ],
)
def test_caller_and_share_decide_what_is_recorded(
    endpoint: str | None, share: float, kind: SpanKind, caller: str, recorded: bool
) -> None:
    assert is_recorded(endpoint=endpoint, share=share, kind=kind, caller=caller) is recorded


@pytest.mark.parametrize(
    ("sampler", "argument", "caller", "recorded"),
    [
        ("always_on", "", "no", True),
        ("always_off", "", "yes", False),
        ("parentbased_traceidratio", "1", "nothing", True),
        ("parentbased_traceidratio", "0", "nothing", False),
        ("parentbased_traceidratio", "0", "yes", True),
    ],
)
def test_the_standard_variables_name_another_sampler(
    monkeypatch: pytest.MonkeyPatch, sampler: str, argument: str, caller: str, recorded: bool
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", sampler)
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", argument)
    assert is_recorded(endpoint=COLLECTOR, share=0.5, kind=SpanKind.SERVER, caller=caller) is recorded
    assert not is_recorded(endpoint=None, share=0.5, kind=SpanKind.SERVER, caller=caller)


class TestResource:
    def test_the_resource_names_service_replica_and_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OTEL_SERVICE_NAME", raising=False)
        monkeypatch.delenv("OTEL_RESOURCE_ATTRIBUTES", raising=False)
        attributes = build_resource("content", CommonSettings(environment="test", app_version="1.2.0")).attributes
        assert attributes["service.name"] == "content"
        assert attributes["service.version"] == "1.2.0"
        assert attributes["deployment.environment.name"] == attributes["deployment.environment"] == "test"
        assert str(attributes["service.instance.id"]).endswith(f"-{os.getpid()}")

    def test_the_standard_variables_take_precedence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OTEL_SERVICE_NAME", "shop")
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=staging,cloud.region=ru-1")
        attributes = build_resource("content", CommonSettings(environment="test")).attributes
        assert attributes["service.name"] == "shop"
        assert attributes["deployment.environment"] == "staging"
        assert attributes["cloud.region"] == "ru-1"
        assert attributes["service.instance.id"]
