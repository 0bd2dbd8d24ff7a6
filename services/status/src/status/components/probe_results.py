"""The result of one probe, and of one round of all probes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from status.components.health_state import CheckStatus
from status.components.names import ServiceId


@dataclass(frozen=True)
class ProbeResult:
    """What one probe measured, which parts behind the component failed (names.PARTS), and how long it took."""

    status: CheckStatus
    parts: frozenset[str] = frozenset()
    latency_ms: int = 0


@dataclass(frozen=True)
class ProbeRound:
    """The results of all probes at one time."""

    at: datetime
    results: Mapping[ServiceId, ProbeResult]
