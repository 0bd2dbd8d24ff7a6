"""What the page shows, made from beliefs and counted days; and what a check changes."""

from datetime import date as Date
from datetime import datetime, timedelta

from chassis import outbox
from contracts.status import ServiceChanged
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from status.board import queries
from status.board.believing import Belief, Found, believe, day_status, uptime
from status.board.names import DESCRIPTIONS, NAMES, UPTIME_RULE, ServiceId
from status.board.schemas import DayRead, ServiceRead, ServicesRead
from status.board.tables import ServiceDay, ServiceState
from status.settings import Settings

WORST = ["down", "degraded", "unknown", "maintenance", "operational"]
SENTENCES = {
    "operational": "Все службы работают",
    "maintenance": "Идут плановые работы",
    "unknown": "Нет свежих данных",
    "degraded": "Часть служб работает с перебоями",
    "down": "Есть недоступные службы",
}


async def note_check(
    db: AsyncSession,
    service: ServiceId,
    *,
    found: Found,
    reason: str,
    latency_ms: int,
    now: datetime,
    in_maintenance: bool,
    settings: Settings,
) -> tuple[str, str]:
    """Take one check into account; returns the believed status before and after it."""
    state = await db.get(ServiceState, service, with_for_update=True) or ServiceState(id=service, since=now)
    before = state.status
    belief = believe(
        Belief(state.status, state.failures, state.successes),
        found,
        to_go_down=settings.failures_to_go_down,
        to_come_back=settings.successes_to_come_back,
    )
    state.status, state.failures, state.successes = belief.status, belief.failures, belief.successes
    state.checked_at, state.latency_ms, state.reason = now, latency_ms, reason
    if before != state.status:
        state.since = now
        await outbox.record(db, ServiceChanged(service=service, name=NAMES[service], old=before, new=state.status))
    db.add(state)
    await _count(db, service, now.date(), believed=state.status, in_maintenance=in_maintenance)
    return before, state.status


async def _count(db: AsyncSession, service: str, day: Date, *, believed: str, in_maintenance: bool) -> None:
    found = {
        "checks": 1,
        "down": int(believed == "down" and not in_maintenance),
        "degraded": int(believed == "degraded" and not in_maintenance),
        "maintenance": int(in_maintenance),
    }
    row = insert(ServiceDay).values(service=service, date=day, **found)
    table = ServiceDay.__table__.c  # type: ignore[attr-defined]
    added = {name: table[name] + row.excluded[name] for name in found}
    await db.execute(row.on_conflict_do_update(index_elements=["service", "date"], set_=added))


async def board(db: AsyncSession, *, now: datetime, under_work: set[str], settings: Settings) -> ServicesRead:
    """All six rows with their 90 days, oldest day first."""
    first = now.date() - timedelta(days=settings.history_days - 1)
    states, counted = await queries.states(db), await queries.days(db, since=first)
    dates = [first + timedelta(days=n) for n in range(settings.history_days)]
    rows = [_row(service, states.get(service), dates, counted, now, under_work, settings) for service in NAMES]
    return ServicesRead(data=rows, generatedAt=now, uptimeRule=UPTIME_RULE)


def _row(
    service: ServiceId,
    state: ServiceState | None,
    dates: list[Date],
    counted: dict[tuple[str, Date], ServiceDay],
    now: datetime,
    under_work: set[str],
    settings: Settings,
) -> ServiceRead:
    days = [counted.get((service, date)) or ServiceDay(service=service, date=date) for date in dates]
    total = {name: sum(getattr(day, name) for day in days) for name in ("checks", "down", "degraded", "maintenance")}
    return ServiceRead(
        id=service,
        name=NAMES[service],
        status=shown(service, state, now=now, under_work=under_work, fresh=settings.fresh_seconds),
        uptime=uptime(**total),
        description=DESCRIPTIONS[service],
        latency_ms=state.latency_ms if state else None,
        checked_at=state.checked_at if state else None,
        history=[_day(day) for day in days],
    )


def _day(day: ServiceDay) -> DayRead:
    counts = {"checks": day.checks, "down": day.down, "degraded": day.degraded, "maintenance": day.maintenance}
    return DayRead(date=day.date, status=day_status(**counts), uptime=uptime(**counts))


def shown(service: str, state: ServiceState | None, *, now: datetime, under_work: set[str], fresh: int) -> str:
    """The status a buyer sees: never green from old data, and maintenance explains itself."""
    if service in under_work:
        return "maintenance"
    if state is None or state.checked_at is None or now - state.checked_at > timedelta(seconds=fresh):
        return "unknown"
    return state.status


def overall(statuses: list[str]) -> tuple[str, str]:
    """The worst status of all, and the sentence that heads the page."""
    worst = next((status for status in WORST if status in statuses), "unknown")
    return worst, SENTENCES[worst]
