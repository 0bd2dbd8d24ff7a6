"""Components on the status page, and the effect of a check."""

from collections.abc import Mapping
from datetime import date as Date
from datetime import datetime, timedelta

from chassis.events import outbox
from contracts.status import ServiceChanged
from sqlalchemy.dialects.postgresql import insert

from status.components import queries
from status.components.health_state import (
    HealthState,
    ProbeResult,
    choose_day_status,
    compute_next_state,
    compute_uptime,
)
from status.components.names import DESCRIPTIONS, NAMES, UPTIME_RULE, ServiceId, format_part_names
from status.components.schemas import DayRead, ServiceRead, ServicesRead, SummaryRead
from status.components.tables import ServiceDay, ServiceState
from status.runtime import Session
from status.settings import Settings

COUNTED_FIELDS = {"seconds", "down", "degraded", "maintenance"}
STATES_WORST_FIRST = ["down", "degraded", "unknown", "maintenance", "operational"]
HEADLINES = {
    "operational": "Все службы работают",
    "maintenance": "Идут плановые работы",
    "unknown": "Нет свежих данных",
    "degraded": "Часть служб работает с перебоями",
    "down": "Есть недоступные службы",
}


def apply_result(state: ServiceState, result: ProbeResult, *, at: datetime, settings: Settings) -> str:
    """Apply a check to `state`, which is changed. Returns the previous status. Uses no database."""
    previous_status = state.status
    health = compute_next_state(
        HealthState(state.status, state.failures, state.successes),
        result.status,
        failures_to_go_down=settings.failures_to_go_down,
        successes_to_recover=settings.successes_to_come_back,
    )

    state.status = health.status
    state.failures = health.failures
    state.successes = health.successes
    state.checked_at = at
    state.latency_ms = result.latency_ms
    state.reason = ",".join(sorted(result.failed_parts))
    if previous_status != state.status:
        state.since = at

    return previous_status


async def save_result(db: Session, state: ServiceState, result: ProbeResult, *, at: datetime) -> ServiceChanged | None:
    """Apply a check. If the status changes, publishes the change and returns it.

    The first success of an unknown component is not a change.
    """
    previous_status = apply_result(state, result, at=at, settings=db.runtime.settings)
    db.add(state)
    if previous_status == state.status or (previous_status, state.status) == ("unknown", "operational"):
        return None
    change = ServiceChanged(service=state.id, name=NAMES[state.id], old=previous_status, new=state.status)
    await outbox.record(db, change)
    return change


async def count_seconds(
    db: Session, state: ServiceState, *, at: datetime, seconds: int, is_in_maintenance: bool
) -> None:
    """Add measured seconds to the UTC day of `at`, under maintenance if there is any, otherwise under the status."""
    counts = {"seconds": seconds, "down": 0, "degraded": 0, "maintenance": 0}
    if is_in_maintenance:
        counts["maintenance"] = seconds
    elif state.status in {"down", "degraded"}:
        counts[state.status] = seconds
    insertion = insert(ServiceDay).values(service=state.id, date=at.date(), **counts)
    added_values = {name: getattr(ServiceDay, name) + insertion.excluded[name] for name in counts}
    await db.execute(insertion.on_conflict_do_update(index_elements=["service", "date"], set_=added_values))


async def list_components(db: Session, *, reported_statuses: Mapping[str, str]) -> ServicesRead:
    """Return all six components with `history_days` days of history, oldest day first.

    `reported_statuses` come from open incidents and running maintenance.
    """
    now = db.now()
    settings = db.runtime.settings
    first_date = now.date() - timedelta(days=settings.history_days - 1)

    states = await queries.list_states(db)
    rows_by_day = await queries.list_days(db, since=first_date)
    dates = [first_date + timedelta(days=number) for number in range(settings.history_days)]

    rows = []
    for service in NAMES:
        days = {date: _count_day(rows_by_day.get((service, date))) for date in dates}
        state = states.get(service)
        reported_status = reported_statuses.get(service)
        status = choose_visible_status(
            state, now=now, reported_status=reported_status, fresh_seconds=settings.fresh_seconds
        )
        rows.append(_serialize_component(service, state, days, status))
    return ServicesRead(data=rows, generatedAt=now, uptimeRule=UPTIME_RULE)


def _count_day(day: ServiceDay | None) -> dict[str, int]:
    """Return the measured seconds of a day by status; all are 0 for a day without probes."""
    if day is None:
        return dict.fromkeys(COUNTED_FIELDS, 0)
    return {name: getattr(day, name) for name in COUNTED_FIELDS}


def _serialize_component(
    service: ServiceId, state: ServiceState | None, days: Mapping[Date, dict[str, int]], status: str
) -> ServiceRead:
    totals = {name: sum(day[name] for day in days.values()) for name in COUNTED_FIELDS}
    return ServiceRead(
        id=service,
        name=NAMES[service],
        status=status,
        uptime=compute_uptime(**totals),
        measuredDays=sum(day["seconds"] > 0 for day in days.values()),
        description=get_service_description(service, state, status),
        latency_ms=state.latency_ms if state else None,
        checked_at=state.checked_at if state else None,
        history=[
            DayRead(date=day, status=choose_day_status(**counts), uptime=compute_uptime(**counts))
            for day, counts in days.items()
        ],
    )


def get_service_description(service: ServiceId, state: ServiceState | None, status: str) -> str:
    """Return what is checked or, during a failure, which parts do not answer."""
    if state is None or status not in {"down", "degraded"}:
        return DESCRIPTIONS[service]
    part_names = format_part_names(state.reason.split(","))
    return f"Не отвечает: {part_names}" if part_names else DESCRIPTIONS[service]


def choose_visible_status(
    state: ServiceState | None, *, now: datetime, reported_status: str | None, fresh_seconds: int
) -> str:
    """Return the status that visitors see.

    Maintenance comes first. Otherwise it is the worse of the reported status and the measured one. A measurement older
    than `fresh_seconds` counts as unknown.
    """
    if reported_status == "maintenance":
        return reported_status
    if state is None or state.checked_at is None or now - state.checked_at > timedelta(seconds=fresh_seconds):
        measured_status = "unknown"
    else:
        measured_status = state.status
    if reported_status is None:
        return measured_status
    return min(reported_status, measured_status, key=STATES_WORST_FIRST.index)


def build_summary(services: ServicesRead, open_incidents: int) -> SummaryRead:
    """Return the worst status of all components, with the headline of the page."""
    statuses: dict[str, str] = {row.id: row.status for row in services.data}
    worst_status = min(statuses.values(), key=STATES_WORST_FIRST.index, default="unknown")
    return SummaryRead(
        status=worst_status,
        message=HEADLINES[worst_status],
        services=statuses,
        openIncidents=open_incidents,
        generatedAt=services.generatedAt,
    )
