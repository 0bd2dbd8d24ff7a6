"""Ledger of the writes of a fault run, and the check that each acknowledged write had its effects.

docs/faults.md states the invariants in words. This module only compares: `tests/faults/evidence.py` reads the
databases, and `tests/faults/writers.py` writes through the gateway. As in the checkers of Jepsen, a write without an
answer is neither a success nor a failure: it may have happened once or not at all.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Literal

ViolationKind = Literal["lost", "doubled", "reordered", "miscounted"]


@dataclass(frozen=True)
class Write:
    """One write, however often it was sent. `key` identifies it among the writes of its kind, for example by its text.

    `id` is the id in the acknowledged answer. None if the answer has no id, or never arrived.
    """

    kind: str
    key: str
    acknowledged: bool
    id: str | None = None


@dataclass(frozen=True)
class Violation:
    """A difference between the acknowledged writes and what is stored."""

    kind: ViolationKind
    description: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.description}"


@dataclass
class Ledger:
    """The writes and refusals of a run. Thread-safe, since all writers use it."""

    writes: list[Write] = field(default_factory=list)
    # Number of refusals by kind: a status such as "503", or "no answer".
    refusal_counts: Counter[str] = field(default_factory=Counter)
    # Unix time, path and kind of each refusal.
    refusals: list[tuple[float, str, str]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def add_write(self, write: Write) -> None:
        """Add the outcome of a write."""
        with self._lock:
            self.writes.append(write)

    def add_refusal(self, kind: str, path: str) -> None:
        """Add an attempt that was refused."""
        with self._lock:
            self.refusal_counts[kind] += 1
            self.refusals.append((time.time(), path, kind))

    def list_acknowledged_writes(self, kind: str | None = None) -> list[Write]:
        """Return the acknowledged writes of one kind, or of all kinds."""
        with self._lock:
            return [write for write in self.writes if write.acknowledged and kind in (None, write.kind)]


@dataclass(frozen=True)
class Inbox:
    """The stored counters of an inbox, and the counts of its rows."""

    user: str
    unread: int
    total: int
    revision: int
    counted_unread: int
    counted_total: int
    last_logged: int


def check_writes(writes: Iterable[Write], stored: Iterable[tuple[str, str, str]]) -> list[Violation]:
    """Check that each acknowledged write is stored once, with the id of its answer, and no write is stored twice.

    `stored` are (kind, key, id) of all rows.
    """
    rows: dict[tuple[str, str], list[str]] = {}
    for kind, key, id in stored:
        rows.setdefault((kind, key), []).append(id)
    violations: list[Violation] = []
    for write in writes:
        ids = rows.get((write.kind, write.key), [])
        name = f"{write.kind} {write.key}"
        if len(ids) > 1:
            violations.append(Violation("doubled", f"{name}: {len(ids)} rows"))
        if write.acknowledged and not ids:
            violations.append(Violation("lost", f"{name} was acknowledged and is not there"))
        elif write.id is not None and ids and write.id not in ids:
            violations.append(Violation("lost", f"{name} is there, but not as {write.id}, which the answer named"))
    return violations


def check_effects(what: str, expected: Collection[str], existing: Iterable[str]) -> list[Violation]:
    """Check that each expected effect exists exactly once. `existing` contains an effect as often as it exists."""
    counts = Counter(existing)
    missing = [Violation("lost", f"{what} of {id}") for id in sorted(set(expected) - set(counts))]
    repetitions = [Violation("doubled", f"{what} of {id}: {times} times") for id, times in counts.items() if times > 1]
    return missing + repetitions


def check_events(
    published: Mapping[str, str], handled: Mapping[str, Collection[str]], seen: Mapping[str, Iterable[str]]
) -> list[Violation]:
    """Check that each service that handles a type has applied each of its events exactly once.

    `published`: the type of each event by its id. `handled`: the types of each consumer. `seen`: the ids that each
    consumer applied.
    """
    violations: list[Violation] = []
    for consumer, kinds in handled.items():
        expected = {id for id, kind in published.items() if kind in kinds}
        violations += check_effects(
            f"the effect in {consumer}", expected, (id for id in seen[consumer] if id in expected)
        )
    return violations


def check_stream(name: str, revisions: Sequence[int], *, first: int, last: int) -> list[Violation]:
    """Check that a stream has received each revision after `first`, up to `last`, once and in order."""
    violations = check_effects(
        f"the notification on {name}", [str(number) for number in range(first + 1, last + 1)], map(str, revisions)
    )
    for before, after in pairwise(revisions):
        if after < before:
            violations.append(Violation("reordered", f"{name} received {after} after {before}"))
    return violations


def check_inboxes(inboxes: Iterable[Inbox]) -> list[Violation]:
    """Check that the counters of each inbox equal the counts of its rows."""
    violations: list[Violation] = []
    for inbox in inboxes:
        pairs = {
            "unread": (inbox.unread, inbox.counted_unread),
            "total": (inbox.total, inbox.counted_total),
            "revision": (inbox.revision, inbox.last_logged),
        }
        for name, (counter, counted) in pairs.items():
            if counter != counted:
                violations.append(
                    Violation("miscounted", f"{name} of inbox {inbox.user}: {counter}, in fact {counted}")
                )
    return violations
