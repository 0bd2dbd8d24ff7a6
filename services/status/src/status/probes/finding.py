"""What a probe found, and what a round of them found together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from status.board.believing import Found
from status.board.names import ServiceId


@dataclass(frozen=True)
class Finding:
    """What one probe found, which parts behind it failed (names.PARTS), and how long it took."""

    found: Found
    parts: frozenset[str] = frozenset()
    latency_ms: int = 0


@dataclass(frozen=True)
class Round:
    """All findings of one moment."""

    at: datetime
    findings: Mapping[ServiceId, Finding]
