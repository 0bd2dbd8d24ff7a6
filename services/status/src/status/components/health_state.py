"""What a check of a component measured, and when the component counts as failed or recovered.

Pure rules, so that they can be tested as a state machine.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from status.components.names import ServiceId

CheckStatus = Literal["operational", "degraded", "down"]


@dataclass(frozen=True)
class ProbeResult:
    """What one probe measured, which parts behind the component failed (names.PARTS), and how long it took."""

    status: CheckStatus
    parts: frozenset[str] = frozenset()
    latency_ms: int = 0


@dataclass(frozen=True)
class ProbeRound:
    at: datetime
    results: Mapping[ServiceId, ProbeResult]


@dataclass(frozen=True)
class HealthState:
    """The status of a component, and how many checks in a row disagree with it."""

    status: str = "unknown"
    failures: int = 0
    successes: int = 0

    @property
    def is_in_doubt(self) -> bool:
        """Whether the last check disagreed with the status: the next check then comes sooner."""
        return self.failures > 0 if self.status in {"operational", "unknown"} else self.successes > 0


def next_health_state(
    state: HealthState, checked: CheckStatus, *, failures_to_go_down: int, successes_to_recover: int
) -> HealthState:
    """The state after one more check: a number of failures in a row to go down, a number of successes to recover.

    The first good check of an unknown component counts at once: there is nothing to recover from.
    """
    if checked == "operational":
        successes = state.successes + 1
        if state.status in {"operational", "unknown"} or successes >= successes_to_recover:
            return HealthState("operational", 0, successes)
        return replace(state, failures=0, successes=successes)
    failures = state.failures + 1
    if failures >= failures_to_go_down:
        return HealthState(checked, failures, 0)
    return replace(state, failures=failures, successes=0)


def uptime(*, seconds: int, down: int, degraded: int, maintenance: int) -> float | None:
    """Percent of the measured seconds without failure, rounded down to two places; None where nothing was measured.

    A full outage weighs 1 and a partial one 0.3; maintenance is left out. Rounding down keeps 99.996 from reading 100.
    """
    counted = seconds - maintenance
    if counted <= 0:
        return None
    return math.floor((1 - (down + 0.3 * degraded) / counted) * 10_000 + 1e-9) / 100


def day_status(*, seconds: int, down: int, degraded: int, maintenance: int) -> str:
    """The worst status of a day, as the history bar shows it."""
    if seconds == 0:
        return "unknown"
    if down:
        return "down"
    if degraded:
        return "degraded"
    return "maintenance" if maintenance == seconds else "operational"
