"""Result of a probe, and the rules by which a component fails and recovers. The functions are pure."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from status.components.names import ServiceId

CheckStatus = Literal["operational", "degraded", "down"]
# A partial outage counts as this part of a full one (`names.UPTIME_RULE`).
DEGRADED_WEIGHT = 0.3
# Without it, a floating-point error would round an uptime of exactly 81.9 % down to 81.89.
ROUNDING_ERROR = 1e-9


@dataclass(frozen=True)
class ProbeResult:
    """Result of one probe: status, failed parts (`names.PARTS`) and duration."""

    status: CheckStatus
    failed_parts: frozenset[str] = frozenset()
    latency_ms: int = 0


@dataclass(frozen=True)
class ProbeRound:
    """The results of one round of probes, and when it ended."""

    at: datetime
    results: Mapping[ServiceId, ProbeResult]


@dataclass(frozen=True)
class HealthState:
    """Status of a component, and the number of consecutive checks that disagree with it."""

    status: str = "unknown"
    failures: int = 0
    successes: int = 0

    @property
    def is_in_doubt(self) -> bool:
        """True if the last check disagreed with the status. The next check then comes sooner."""
        if self.status in {"operational", "unknown"}:
            return self.failures > 0
        return self.successes > 0


def compute_next_state(
    state: HealthState, check_status: CheckStatus, *, failures_to_go_down: int, successes_to_recover: int
) -> HealthState:
    """Return the state after one more check. Several consecutive failures mean down, several successes a recovery.

    The first success of an unknown component counts at once, because there is nothing to recover from.
    """
    if check_status == "operational":
        successes = state.successes + 1
        if state.status in {"operational", "unknown"} or successes >= successes_to_recover:
            return HealthState("operational", 0, successes)
        return replace(state, failures=0, successes=successes)
    failures = state.failures + 1
    if failures >= failures_to_go_down:
        return HealthState(check_status, failures, 0)
    return replace(state, failures=failures, successes=0)


def compute_uptime(*, seconds: int, down: int, degraded: int, maintenance: int) -> float | None:
    """Return the percentage of measured time without failure, rounded down to two decimals; None if nothing was
    measured.

    A full outage weighs 1, a partial one 0.3. Maintenance is left out. Rounding down keeps 99.996 from showing as 100.
    """
    counted_seconds = seconds - maintenance
    if counted_seconds <= 0:
        return None
    uptime = 1 - (down + DEGRADED_WEIGHT * degraded) / counted_seconds
    return math.floor(uptime * 10_000 + ROUNDING_ERROR) / 100


def choose_day_status(*, seconds: int, down: int, degraded: int, maintenance: int) -> str:
    """Return the worst status of a day, for the history bar."""
    if seconds == 0:
        return "unknown"
    if down:
        return "down"
    if degraded:
        return "degraded"
    return "maintenance" if maintenance == seconds else "operational"
