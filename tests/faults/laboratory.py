"""`make faults`: causes one fault after another under load. Each line shows failed requests and lost writes.

tests/runner/load.py runs it on a stack of its own. `python -m tests.faults.laboratory nats` runs the faults whose
names contain this text.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from tests.faults import catalogue
from tests.faults.catalogue import Fault
from tests.faults.evidence import Evidence
from tests.faults.followers import Follower
from tests.faults.ledger import Ledger, Violation
from tests.faults.stack import read_parts
from tests.faults.writers import EXPECTED_REFUSALS, Writers, renew_access_token
from tests.journeys.users import Person, sign_in, sign_up

# Within this time after the end of its cause the site must have recovered from a fault by itself.
READY_WITHIN = 30.0
GIVE_UP_AFTER = 120.0
# A test asserts no time (docs/decisions/0180), so its limits only end a hang.
HANGS_AFTER = 600.0
TABS = 3
SAVERS = 5


@dataclass
class Row:
    """A line of the table. Times are in seconds since the end of the cause."""

    fault: str
    refusals: Counter[str]
    writes: int = 0
    ready_after: float | None = None
    complete_after: float | None = None
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        refusal_counts = ", ".join(f"{count} x {kind}" for kind, count in sorted(self.refusals.items())) or "nothing"
        ready = format_seconds(self.ready_after)
        complete = format_seconds(self.complete_after)
        verdict = "; ".join(self.failures[:5]) or "ok"
        return f"| {self.fault} | {refusal_counts} | {self.writes} | {ready} | {complete} | {verdict} |"


def format_seconds(seconds: float | None) -> str:
    return "never" if seconds is None else f"{seconds:.0f} s"


class Laboratory:
    """Writers, tabs and the ledger on a running stack."""

    def __init__(self, administrator: Person, buyers: list[Person], *, measures_time: bool) -> None:
        self.administrator = administrator
        self.buyers = buyers
        self._ready_within = READY_WITHIN if measures_time else HANGS_AFTER
        self._give_up_after = GIVE_UP_AFTER if measures_time else HANGS_AFTER
        self.ledger = Ledger()
        self.evidence = Evidence()
        self.writers = Writers(self.ledger, administrator, buyers)
        watched_people = [administrator, *buyers[:1]]
        self.followers = [
            Follower(who, f"tab {number} of {who.email}") for who in watched_people for number in range(TABS)
        ]
        self._known: set[Violation] = set()

    def find_violations(self) -> list[Violation]:
        """Return the current violations. Events and emails count as missing until they arrive."""
        admins = [self.administrator.id]
        buyers = [buyer.id for buyer in self.buyers]
        violations = self.evidence.find_violations(self.ledger, self.writers.mark, administrators=admins, buyers=buyers)
        revisions = {inbox.user: inbox.revision for inbox in self.evidence.read_inboxes(admins + buyers)}
        for follower in self.followers:
            violations += follower.find_violations(revisions.get(follower.person.id, 0))
        return [violation for violation in violations if violation not in self._known]

    def add_savers(self) -> None:
        """Create enough users who save calculations for the longest fault."""
        while len(self.writers.savers) < SAVERS:
            self.writers.savers.append(sign_up())

    def run(self, fault: Fault) -> Row:
        """Cause one fault under load and wait until every invariant holds again."""
        self.add_savers()
        for person in (self.administrator, *self.buyers, *self.writers.savers):
            renew_access_token(person)
        counts_before = Counter(self.ledger.refusal_counts)
        written_before = len(self.ledger.list_acknowledged_writes())
        row = Row(fault.name, Counter())
        with fault.setup():
            fault.happen()
            ended_at = time.monotonic()
            row.ready_after = measure_seconds_until(
                lambda: (
                    not self.writers.list_kinds_without_success(ended_at)
                    and not list_unready_parts()
                    and fault.is_healed()
                ),
                ended_at,
                self._give_up_after,
            )
            unready_names = self.writers.list_kinds_without_success(ended_at)
            if not row.ready_after:
                unready_names += list_unready_parts()
            with self.writers.pause():
                row.complete_after = measure_seconds_until(
                    lambda: not self.find_violations(), ended_at, self._give_up_after
                )
                violations = self.find_violations() if row.complete_after is None else []
        row.refusals = self.ledger.refusal_counts - counts_before
        row.writes = len(self.ledger.list_acknowledged_writes()) - written_before
        self._known.update(violations)
        # A rate limit is not a lost request.
        expected = ("429",) if fault.is_lossless else (*EXPECTED_REFUSALS, *fault.refusals)
        row.failures = [str(violation) for violation in violations] + list_failures(
            row, unready_names, expected, self._ready_within
        )
        return row

    def stop(self) -> None:
        """Stop the writers, and close the tabs and the clients of all created users."""
        self.writers.stop()
        for follower in self.followers:
            follower.stop()
        for saver in self.writers.savers:
            saver.http.close()


def list_failures(row: Row, unready_names: list[str], expected: Collection[str], ready_within: float) -> list[str]:
    """Return the failures of the site: refusals that are not expected, and a recovery that took too long."""
    failures = [f"refused by {kind}" for kind in row.refusals if kind not in expected]
    if row.ready_after is None or row.ready_after > ready_within:
        late = ", ".join(unready_names) or "ready too late"
        failures.append(f"not ready within {ready_within:.0f} s: {late}")
    return failures


def list_unready_parts() -> list[str]:
    """Return the parts that do not answer."""
    now = read_parts()
    return [name for name, (state, _) in now.items() if state != "ready"] if now else ["all"]


def measure_seconds_until(condition: Callable[[], bool], since: float, give_up_after: float) -> float | None:
    """Wait until a condition is true. Returns the seconds since `since`, or None if it does not become true in time."""
    while time.monotonic() - since < give_up_after:
        if condition():
            return time.monotonic() - since
        time.sleep(0.3)
    return None


@contextmanager
def start_laboratory(*, measures_time: bool = True) -> Iterator[Laboratory]:
    """Start a laboratory under load on the stack of the environment. With time measurement a late part is a failure."""
    administrator = sign_in(os.environ["ADMIN_EMAIL"], os.environ["ADMIN_PASSWORD"])
    buyers = [sign_up() for _ in range(3)]
    with ExitStack() as stack:
        for person in (administrator, *buyers):
            stack.callback(person.http.close)
        laboratory = Laboratory(administrator, buyers, measures_time=measures_time)
        laboratory.add_savers()
        laboratory.writers.start()
        try:
            yield laboratory
        finally:
            laboratory.stop()


def main(name_parts: list[str]) -> int:
    """Run the faults whose name contains one of these parts, by default all, and print the table.

    Exit code 1 if there was a violation.
    """
    faults = [fault for fault in catalogue.FAULTS if not name_parts or any(part in fault.name for part in name_parts)]
    print(
        "| Fault | Refused meanwhile | Writes | Ready after | Complete after | Verdict |\n|---|---|---|---|---|---|",
        flush=True,
    )
    is_sound = True
    with start_laboratory() as laboratory:
        for fault in faults:
            row = laboratory.run(fault)
            print(row, flush=True)
            is_sound = is_sound and not row.failures
    return 0 if is_sound else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Cause faults under load and print what was promised and lost.")
    parser.add_argument("name_part", nargs="*", help="only the faults whose name contains one of these")
    sys.exit(main(parser.parse_args().name_part))
