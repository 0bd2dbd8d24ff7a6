"""What the page shows, made from beliefs and counted days; and what a check changes."""

from collections.abc import Mapping
from datetime import date as Date
from datetime import datetime, timedelta

from chassis import outbox
from contracts.status import ServiceChanged
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from status.board import queries
from status.board.believing import Belief, believe, day_status, uptime
from status.board.names import DESCRIPTIONS, NAMES, UPTIME_RULE, ServiceId, parts_named
from status.board.schemas import DayRead, ServiceRead, ServicesRead
from status.board.tables import ServiceDay, ServiceState
from status.probes.finding import Finding
from status.settings import Settings

WORST = ["down", "degraded", "unknown", "maintenance", "operational"]
SENTENCES = {
    "operational": "Все службы работают",
    "maintenance": "Идут плановые работы",
    "unknown": "Нет свежих данных",
    "degraded": "Часть служб работает с перебоями",
    "down": "Есть недоступные службы",
}


def checked(state: ServiceState, finding: Finding, *, at: datetime, settings: Settings) -> str:
    """Take one check into account; returns the status that was believed before it. Pure but for `state`."""
    before = state.status
    belief = believe(
        Belief(state.status, state.failures, state.successes),
        finding.found,
        to_go_down=settings.failures_to_go_down,
        to_come_back=settings.successes_to_come_back,
    )
    state.status, state.failures, state.successes = belief.status, belief.failures, belief.successes
    state.checked_at, state.latency_ms, state.reason = at, finding.latency_ms, ",".join(sorted(finding.parts))
    if before != state.status:
        state.since = at
    return before


async def note_check(
    db: AsyncSession, state: ServiceState, finding: Finding, *, at: datetime, settings: Settings
) -> None:
    """Take one check into account and tell of a change. To find a service working at the first look is none."""
    before = checked(state, finding, at=at, settings=settings)
    db.add(state)
    if before != state.status and (before, state.status) != ("unknown", "operational"):
        name = NAMES[state.id]  # type: ignore[index]
        await outbox.record(db, ServiceChanged(service=state.id, name=name, old=before, new=state.status))


async def count(db: AsyncSession, state: ServiceState, *, at: datetime, seconds: int, in_maintenance: bool) -> None:
    """Add measured seconds to the day, as what is believed of the service."""
    found = {
        "seconds": seconds,
        "down": seconds * (state.status == "down" and not in_maintenance),
        "degraded": seconds * (state.status == "degraded" and not in_maintenance),
        "maintenance": seconds * in_maintenance,
    }
    row = insert(ServiceDay).values(service=state.id, date=at.date(), **found)
    table = ServiceDay.__table__.c  # type: ignore[attr-defined]
    added = {name: table[name] + row.excluded[name] for name in found}
    await db.execute(row.on_conflict_do_update(index_elements=["service", "date"], set_=added))


async def board(db: AsyncSession, *, now: datetime, told: Mapping[str, str], settings: Settings) -> ServicesRead:
    """All six rows with their 90 days, oldest day first. `told`: what people have said of a service."""
    first = now.date() - timedelta(days=settings.history_days - 1)
    states, counted = await queries.states(db), await queries.days(db, since=first)
    dates = [first + timedelta(days=n) for n in range(settings.history_days)]
    rows = [_row(service, states.get(service), dates, counted, now, told, settings) for service in NAMES]
    return ServicesRead(data=rows, generatedAt=now, uptimeRule=UPTIME_RULE)


def _row(
    service: ServiceId,
    state: ServiceState | None,
    dates: list[Date],
    counted: dict[tuple[str, Date], ServiceDay],
    now: datetime,
    told: Mapping[str, str],
    settings: Settings,
) -> ServiceRead:
    days = [counted.get((service, date)) or ServiceDay(service=service, date=date) for date in dates]
    total = {name: sum(getattr(day, name) for day in days) for name in ("seconds", "down", "degraded", "maintenance")}
    status = shown(state, now=now, told=told.get(service), fresh=settings.fresh_seconds)
    return ServiceRead(
        id=service,
        name=NAMES[service],
        status=status,
        uptime=uptime(**total),
        description=described(service, state, status),
        latency_ms=state.latency_ms if state else None,
        checked_at=state.checked_at if state else None,
        history=[_day(day) for day in days],
    )


def _day(day: ServiceDay) -> DayRead:
    counts = {"seconds": day.seconds, "down": day.down, "degraded": day.degraded, "maintenance": day.maintenance}
    return DayRead(date=day.date, status=day_status(**counts), uptime=uptime(**counts))


def described(service: ServiceId, state: ServiceState | None, status: str) -> str:
    """What is checked; while it fails, which parts do not answer."""
    failing = parts_named(state.reason.split(",")) if state and status in {"down", "degraded"} else ""
    return f"Не отвечает: {failing}" if failing else DESCRIPTIONS[service]


def shown(state: ServiceState | None, *, now: datetime, told: str | None, fresh: int) -> str:
    """The status a buyer sees: never green from old data; planned work explains itself, a person may know of worse."""
    if told == "maintenance":
        return told
    if state is None or state.checked_at is None or now - state.checked_at > timedelta(seconds=fresh):
        believed = "unknown"
    else:
        believed = state.status
    return min(filter(None, (told, believed)), key=WORST.index)


def overall(statuses: list[str]) -> tuple[str, str]:
    """The worst status of all, and the sentence that heads the page."""
    worst = next((status for status in WORST if status in statuses), "unknown")
    return worst, SENTENCES[worst]
