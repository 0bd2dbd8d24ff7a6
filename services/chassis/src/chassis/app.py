"""Creates the FastAPI application of a service from the routers, handlers, jobs and workers that `main.py` lists."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from starlette.formparsers import MultiPartParser
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import Lifespan

from chassis import retention
from chassis.events import outbox
from chassis.events.consumer import Consumer, group_subjects_by_stream
from chassis.events.outages import is_outage
from chassis.events.registry import Handlers
from chassis.identity.watch import watch
from chassis.jobs import Job, run_jobs
from chassis.mail import mail_queue
from chassis.runtime import R
from chassis.web import errors, health, openapi, telemetry
from chassis.web.caches import CachedBytes
from chassis.web.forwarded import ForwardedHeaders
from chassis.web.routing import RouteTable
from chassis.workers import Worker

log = structlog.get_logger()
MAX_BODY_BYTES = 1024 * 1024
# Uploaded files are written to the disk (TMPDIR) from the first byte on, so unfinished uploads use no memory.
MultiPartParser.spool_max_size = 1
LifecycleFunction = Callable[[R], Awaitable[None]]
PURGE = Job[Any]("chassis.purge", timedelta(minutes=10), retention.purge, autocommit=True)


def create_app(
    runtime: R,
    *,
    routers: Sequence[APIRouter],
    handlers: Sequence[Handlers] = (),
    jobs: Sequence[Job[R]] = (),
    workers: Sequence[Worker] = (),
    loops: Sequence[LifecycleFunction[R]] = (),
    setup: LifecycleFunction[R] | None = None,
    shutdown: LifecycleFunction[R] | None = None,
    has_background: bool = True,
) -> FastAPI:
    """Build the application of a service.

    `setup` runs once NATS is connected, before `/readyz` answers 200. `loops` start immediately on each replica with
    RUN_JOBS, even if dependencies are unavailable. With `has_background=False` there are no jobs, no outbox relay and
    no emails.
    """
    settings = runtime.settings
    telemetry.configure_logs(runtime.name, settings.log_level)
    telemetry.configure_traces(runtime.name, settings)
    all_jobs: list[Job[Any]] = []
    all_workers = list(workers)
    if has_background:
        all_jobs = [PURGE, *jobs]
        all_workers = [*_create_own_workers(runtime), *workers]
    runtime.workers |= {worker.name: worker for worker in all_workers}

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if settings.run_jobs:
            for loop in loops:
                runtime.run_in_background(loop(runtime))
        runtime.run_in_background(_start(runtime, Handlers(*handlers), all_jobs, setup))
        yield
        if shutdown:
            await shutdown(runtime)
        await runtime.stop()

    app = _build_fastapi(runtime, lifespan, [*routers, health.router])
    app.state.handlers = Handlers(*handlers)
    return app


def _create_own_workers(runtime: R) -> tuple[Worker, ...]:
    """Return the outbox relay, the comparison of NATS with the outbox, and the sender of emails."""
    poll = runtime.settings.idle_poll_seconds
    relay = Worker("outbox", lambda: outbox.relay_step(runtime.database, runtime.bus), every=poll)
    comparison = Worker("reconciliation", runtime.bus.look_for_loss, every=poll)
    mailer = Worker("mail", mail_queue.Mailer(runtime).step, every=poll, needs_nats=False)
    return relay, comparison, mailer


def _build_fastapi(runtime: R, lifespan: Lifespan[FastAPI], routers: Sequence[APIRouter]) -> FastAPI:
    """Build FastAPI with the middleware of all services. Its own logs are off: they would contain user input."""
    app = FastAPI(
        title=runtime.name,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={
            "tracing": bool(runtime.settings.otlp_endpoint),
            "operation_spans": False,
            "logs": False,
            "metrics": False,
            "exclude": lambda scope: scope.get("path") in telemetry.UNLOGGED_PATHS,
        },
    )
    app.state.runtime = runtime
    # The middleware added last is the outermost: a body that is too large still gets a request id and a log line.
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=MAX_BODY_BYTES)
    app.add_middleware(telemetry.RequestContext)
    app.add_middleware(
        ForwardedHeaders,
        trusted_proxies=runtime.settings.trusted_proxies,
        forwarded_from=runtime.settings.forwarded_from,
    )
    errors.install(app)
    route_table = RouteTable(route for router in routers for route in router.routes)
    app.router.routes.append(route_table)
    openapi.install(app, routers, route_table.routes)
    return app


async def _start(runtime: R, handlers: Handlers, jobs: Sequence[Job[R]], setup: LifecycleFunction[R] | None) -> None:
    """Start background work. The service answers requests meanwhile."""
    for worker in runtime.workers.values():
        if not worker.needs_nats:
            runtime.run_in_background(worker.run())
    if jobs and runtime.settings.run_jobs:
        runtime.run_in_background(run_jobs(jobs, runtime))
    await runtime.bus.start()
    await CachedBytes.listen(runtime)
    runtime.run_in_background(watch(runtime.bus, runtime.identity))
    for worker in runtime.workers.values():
        if worker.needs_nats:
            runtime.run_in_background(worker.run())
    if setup:
        await _retry_setup(setup, runtime)
    runtime.is_set_up = True
    for stream in group_subjects_by_stream(handlers):
        name = "consumer" if stream == "EVENTS" else f"consumer of {stream}"
        consumer = Worker(name, Consumer(runtime, handlers, stream).step)
        runtime.run_in_background(consumer.run())


async def _retry_setup(setup: LifecycleFunction[R], runtime: R) -> None:
    """Retry the set-up every second until its dependencies are available."""
    while True:
        try:
            await setup(runtime)
            return
        except Exception as error:
            log.warning("setup_retried", exc_info=None if is_outage(error) else error)
            await asyncio.sleep(1)
