"""One round of all probes, by one replica at a time, and what follows from it."""

import asyncio

import httpx2
from chassis.app import Runtime
from prometheus_client import Counter, Gauge
from sqlalchemy.ext.asyncio import AsyncSession

from status.board import service as board
from status.board.names import ServiceId
from status.incidents import service as incidents
from status.maintenance import service as maintenance
from status.probes.journeys import PROBES, Finding, Surroundings, run
from status.settings import Settings

FOUND = Counter("probe_total", "Probes by what they found", ["service", "found"])
LATENCY = Gauge("probe_latency_seconds", "How long the last probe took", ["service"])
UP = Gauge("service_operational", "1 while a service is believed to work", ["service"])


async def look_around(runtime: Runtime) -> dict[ServiceId, Finding]:
    """All six probes at once."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    timeout = httpx2.Timeout(settings.probe_timeout_seconds)
    async with httpx2.AsyncClient(timeout=timeout, headers={"User-Agent": "meridian-probe"}) as http:
        around = Surroundings(http, runtime, settings)
        found = await asyncio.gather(*(run(probe, around) for probe in PROBES.values()))
    return dict(zip(PROBES, found, strict=True))


async def probe_round(db: AsyncSession, runtime: Runtime) -> None:
    """Look around, believe what is to be believed, and keep the automatic incident in step."""
    settings: Settings = runtime.settings  # type: ignore[assignment]
    findings = await look_around(runtime)
    now = runtime.clock()
    under_work = await maintenance.under_work(db, now)
    broken: dict[ServiceId, str] = {}
    for service, finding in findings.items():
        FOUND.labels(service, finding.found).inc()
        LATENCY.labels(service).set(finding.latency_ms / 1000)
        _, believed = await board.note_check(
            db,
            service,
            found=finding.found,
            reason=finding.reason,
            latency_ms=finding.latency_ms,
            now=now,
            in_maintenance=service in under_work,
            settings=settings,
        )
        UP.labels(service).set(believed == "operational")
        # Planned work excuses a failure: it neither opens an incident nor keeps one open.
        if believed in {"down", "degraded"} and service not in under_work:
            broken[service] = believed
    await incidents.follow_probes(db, broken=broken, now=now)
