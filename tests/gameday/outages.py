"""`make gameday`: stops each part of the running stack for a minute.

Prints how the status page, incidents, notifications and alerts show the outage.

    make gameday                    every part, about two minutes each
    make gameday P=calculator       one of them
    OUTAGE_SECONDS=20 make gameday  a shorter outage
"""

import os
import time
from dataclasses import dataclass, field

from deploy.local import single_parts, supervisor, system
from deploy.local.console import StepError, print_line
from tests.gameday.watch import Alerts, Watch

LIMIT_SECONDS = 60.0


@dataclass(frozen=True)
class Outage:
    """An outage: the stopped part, and the expected states of the affected rows of the status page.

    `opens_incident`: an automatic incident belongs to it. `sends_page`: the alert of this part sends a page, and no
    other alert does. One stopped replica of two sends none.
    """

    part: str
    rows: dict[str, set[str]] = field(default_factory=dict)
    opens_incident: bool = True
    sends_page: bool = True


DEGRADED = {"degraded"}
DOWN = {"down"}
# Both states are correct: the effect of a stopped part depends on the caches of the others.
DEGRADED_OR_DOWN = {"degraded", "down"}
OUTAGES = (
    Outage("web", {"website": DOWN}),
    Outage("calculator", {"api": DEGRADED}),
    Outage("notifications-1", opens_incident=False, sends_page=False),
    Outage("notifications", {"api": DEGRADED}),
    Outage("content", {"api": DEGRADED, "storage": DOWN}),
    Outage("auth", {"api": DEGRADED, "auth": DOWN}),
    Outage("mail", {"email": DOWN}),
    Outage("nats", {"api": DEGRADED}),
    Outage("postgres", {"database": DEGRADED_OR_DOWN, "auth": DOWN}),
    Outage("gateway", {"website": DOWN, "api": DOWN, "auth": DOWN}),
    Outage("status", opens_incident=False),
)


@dataclass
class Row:
    """A line of the table."""

    outage: Outage
    shown_after: float | None = None
    recovered_after: float | None = None
    incidents: str = "-"
    notices: str = "-"
    alerts: str = "-"
    failures: list[str] = field(default_factory=list)


def gameday() -> int:
    """Run the outages. Exit code 1 if one was not shown, announced or resolved as expected."""
    requested_name = single_parts.read_requested_name()
    outages = [outage for outage in OUTAGES if not requested_name or outage.part == requested_name]
    if not outages:
        raise StepError(
            f"there is no outage of {requested_name}; there are: {', '.join(outage.part for outage in OUTAGES)}"
        )
    supervisor.read_running_ports()
    length = float(os.environ.get("OUTAGE_SECONDS") or 60)
    watch = Watch()
    alerts = Alerts()
    print_line(f"{len(outages)} outages of {length:.0f} s; {alerts.description}")
    watch.wait_until_well(LIMIT_SECONDS * 3)
    _print_head()
    is_sound = True
    for outage in outages:
        row = _run_outage(outage, length, watch, alerts)
        _print_row(row)
        is_sound = is_sound and not row.failures
    return 0 if is_sound else 1


def _run_outage(outage: Outage, length: float, watch: Watch, alerts: Alerts) -> Row:
    row = Row(outage)
    parts = system.find_parts(system.read_remembered_parts(), outage.part)
    watch.begin()
    began = time.monotonic()
    single_parts.stop_parts(parts)
    try:
        row.shown_after = watch.wait_until(lambda: _is_shown(watch, outage), LIMIT_SECONDS)
        if row.shown_after is None:
            row.failures.append(f"not shown within {LIMIT_SECONDS:.0f} s: {watch.describe_states(outage.rows)}")
        time.sleep(max(0.0, length - (time.monotonic() - began)))
        pages = alerts.list_pages()
    finally:
        single_parts.start_parts(parts)
    row.recovered_after = watch.wait_until(watch.is_well, LIMIT_SECONDS)
    if row.recovered_after is None:
        row.failures.append(f"not back within {LIMIT_SECONDS:.0f} s: {watch.describe_states({})}")
        watch.wait_until(watch.is_well, LIMIT_SECONDS * 3)
    _check_incidents(row, watch)
    _check_pages(row, pages)
    return row


def _check_pages(row: Row, pages: set[str] | None) -> None:
    """Check that the alert of the stopped part sends a page, and no other alert does."""
    if pages is None:
        row.alerts = "no Prometheus"
        return
    row.alerts = ", ".join(sorted(pages)) or "none"
    expected = {f"PartDown {row.outage.part}"} if row.outage.sends_page else set()
    if pages != expected:
        row.failures.append(f"expected {', '.join(expected) or 'no page'}")


def _is_shown(watch: Watch, outage: Outage) -> bool:
    """Return True if the status page shows the outage in the affected rows, or its own age if its service is down."""
    components = watch.fetch_components(direct=outage.part == "gateway")
    if components is None:
        return False
    if outage.part == "status":
        return bool(components["isSnapshot"])
    states = {row["id"]: row["status"] for row in components["data"]}
    return all(states[id] in expected for id, expected in outage.rows.items())


def _check_incidents(row: Row, watch: Watch) -> None:
    """Check that one incident was opened and closed, with one notification for each."""
    expected = int(row.outage.opens_incident)
    counted_after = watch.wait_until(
        lambda: watch.count_incidents() == (expected, expected, expected, expected), LIMIT_SECONDS
    )
    opened, closed, notified_opened, notified_closed = watch.count_incidents()
    row.incidents = f"{opened} opened, {closed} closed"
    row.notices = f"{notified_opened} + {notified_closed}"
    if counted_after is None:
        row.failures.append(
            f"expected {expected} incident and {expected} + {expected} notices: {', '.join(watch.list_titles())}"
        )


def _print_head() -> None:
    print_line(f"{'STOPPED':<17}{'SHOWN':>7}{'BACK':>7}  {'INCIDENTS':<21}{'NOTICES':<9}{'ALERTS':<34}VERDICT")


def _print_row(row: Row) -> None:
    shown_seconds = "-" if row.shown_after is None else f"{row.shown_after:.0f} s"
    recovery_seconds = "-" if row.recovered_after is None else f"{row.recovered_after:.0f} s"
    verdict = "; ".join(row.failures) or "ok"
    print_line(
        f"{row.outage.part:<17}{shown_seconds:>7}{recovery_seconds:>7}"
        f"  {row.incidents:<21}{row.notices:<9}{row.alerts:<34}{verdict}"
    )
