"""All saved calculations are published again for a service that has lost its copies."""

from datetime import timedelta

import pytest
from calculator.replay import replay_calculations
from calculator.runtime import CalculatorRuntime
from calculator.runtime_factory import make_runtime
from chassis.events import replay
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plugin import MovableClock
from contracts.calculator import CalculationCopied, CalculationSaved

from services.calculator.tests.calculations.test_endpoints import save


async def test_every_calculation_is_published_as_it_was_saved(
    client: ApiClient,
    runtime: CalculatorRuntime,
    read_events: EventReader,
    clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "PAGE_SIZE", 2)
    for _ in range(3):
        await save(client)
        clock.move(minutes=1)
    await replay_calculations(make_runtime(runtime.settings, now=runtime.now), "content")
    saved_events = await read_events(CalculationSaved)
    copied_events = await read_events(CalculationCopied)
    assert len(copied_events) == 3
    assert [event.model_dump(exclude={"saved_at", "audience"}) for event in copied_events] == [
        event.model_dump() for event in saved_events
    ]
    assert {event.audience for event in copied_events} == {"content"}
    assert max(event.saved_at for event in copied_events) < runtime.now() - timedelta(seconds=50)
