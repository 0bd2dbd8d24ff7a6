"""When a check is believed: pure rules, so that they can be tested as a state machine."""

import math
from dataclasses import dataclass, replace
from typing import Literal

Found = Literal["operational", "degraded", "down"]


@dataclass(frozen=True)
class Belief:
    """The believed status, and how many checks in a row say otherwise."""

    status: str = "unknown"
    failures: int = 0
    successes: int = 0

    @property
    def in_doubt(self) -> bool:
        """The last check spoke against what is believed: the next one should not wait long."""
        return self.failures > 0 if self.status in {"operational", "unknown"} else self.successes > 0


def believe(belief: Belief, found: Found, *, to_go_down: int, to_come_back: int) -> Belief:
    """The belief after one more check: some failures in a row to go down, some successes to come back.

    A first good check is believed at once: there is nothing to come back from.
    """
    if found == "operational":
        successes = belief.successes + 1
        if belief.status in {"operational", "unknown"} or successes >= to_come_back:
            return Belief("operational", 0, successes)
        return replace(belief, failures=0, successes=successes)
    failures = belief.failures + 1
    if failures >= to_go_down:
        return Belief(found, failures, 0)
    return replace(belief, failures=failures, successes=0)


def uptime(*, seconds: int, down: int, degraded: int, maintenance: int) -> float | None:
    """Percent of the time without failure, floored to two places; None where nothing was measured.

    A full outage weighs 1 and a partial one 0.3; maintenance is left out. Flooring keeps 99.996 from reading 100.
    """
    counted = seconds - maintenance
    if counted <= 0:
        return None
    return math.floor((1 - (down + 0.3 * degraded) / counted) * 10_000 + 1e-9) / 100


def day_status(*, seconds: int, down: int, degraded: int, maintenance: int) -> str:
    """The worst that happened on a day, as the bar shows it."""
    if seconds == 0:
        return "unknown"
    if down:
        return "down"
    if degraded:
        return "degraded"
    return "maintenance" if maintenance == seconds else "operational"
