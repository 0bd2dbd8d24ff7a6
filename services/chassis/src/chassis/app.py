"""The application of a service: what `main.py` lists becomes a running FastAPI app."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import structlog
from fastapi import APIRouter, Depends, FastAPI, Request
from messaging import outbox
from messaging.bus import Bus
from messaging.consumer import Consumer
from messaging.events import Handlers
from messaging.outages import is_outage
from persistence.session import Database, make_engine
from starlette.types import Lifespan

from chassis import errors, health, identity, mail, openapi, retention, telemetry
from chassis.errors import problem_response
from chassis.http import CachedBytes
from chassis.identity import Clock
from chassis.jobs import Job, Worker, keep_running
from chassis.routing import RouteTable
from chassis.settings import CommonSettings
from chassis.token_keys import public_keys

log = structlog.get_logger()
MAX_BODY = 1024 * 1024
STOP_TRIES = 5
Setup = Callable[["Runtime"], Awaitable[None]]


def utc_now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


class Runtime:
    """The parts of a running service, one instance for each app, at `request.app.state.runtime`."""

    def __init__(self, name: str, settings: CommonSettings, clock: Clock = utc_now) -> None:
        self.name, self.settings = name, settings
        self.now: Clock = clock
        """The current time, aware, in UTC."""
        self.engine = make_engine(settings.database_url.get_secret_value(), pool=settings.database_pool)
        self.database = Database(self.engine, self)
        self.bus = Bus(settings.nats_url.get_secret_value(), name, settings, timeout=settings.nats_timeout_seconds)
        self.identity = identity.Identity(lambda: self.now(), public_keys(settings.identity_root_keys))
        poll = settings.idle_poll_seconds
        self.relay = Worker("outbox", lambda: outbox.relay_step(self.database, self.bus), every=poll)
        self.mailer = Worker("mail", lambda: mail.send_step(self), every=poll)
        self.workers: list[Worker] = [self.relay, self.mailer]
        self.state: dict[str, Any] = {}
        self.protocol: Any = "httptools"
        """The HTTP protocol class that uvicorn uses; a service may replace it."""
        self.is_set_up = False
        self.is_draining = False  # true after SIGTERM
        self._tasks: set[asyncio.Task[None]] = set()

    def background(self, work: Awaitable[None]) -> None:
        """Keep a task running until the service stops."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(_log_failure)
        task.add_done_callback(self._tasks.discard)
        self._tasks.add(task)

    async def stop(self) -> None:
        """Cancel the background tasks, then close NATS and the database pool."""
        # More than once: asyncio.wait_for loses a cancellation that comes together with what it waits for.
        for _ in range(STOP_TRIES):
            if running := list(self._tasks):
                for task in running:
                    task.cancel()
                await asyncio.wait(running, timeout=1)
        await self.bus.stop()
        await self.engine.dispose()


def _log_failure(task: "asyncio.Future[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("background_task_failed", exc_info=task.exception())


async def _runtime(request: Request) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    return runtime


Rt = Annotated[Runtime, Depends(_runtime)]

PURGE = Job("chassis.purge", timedelta(minutes=10), retention.purge, autocommit=True)


def create_app(
    settings: CommonSettings,
    *,
    name: str,
    routers: Sequence[APIRouter],
    handlers: Sequence[Handlers] = (),
    jobs: Sequence[Job] = (),
    loops: Sequence[Setup] = (),
    setup: Setup | None = None,
    shutdown: Setup | None = None,
    has_background: bool = True,
    max_body_size: int = MAX_BODY,
) -> FastAPI:
    """Build the app of the service `name`. `setup` runs once NATS is connected, before `/readyz` answers 200.

    `loops` run on every replica from the start, whatever is down. Without `has_background`: no jobs, outbox or emails.
    """
    telemetry.configure_logs(name, settings.log_level)
    telemetry.configure_traces(name, settings)
    runtime = Runtime(name, settings)
    joined = Handlers.joined(list(handlers))

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        for loop in loops if settings.run_jobs else ():
            runtime.background(loop(runtime))
        runtime.background(_start(runtime, joined, [PURGE, *jobs] if has_background else [], setup))
        yield
        if shutdown:
            await shutdown(runtime)
        await runtime.stop()

    app = _fastapi(name, lifespan, max_body_size, traced=bool(settings.otlp_endpoint))
    app.state.runtime = runtime
    _add_request_context(app)
    errors.install(app)
    _add_routes(app, [*routers, health.router])
    return app


def _add_routes(app: FastAPI, routers: Sequence[APIRouter]) -> None:
    """Add all routes behind one index of their paths; a second FastAPI object describes them in OpenAPI."""
    described = FastAPI(
        title=app.title,
        version=app.version,
        generate_unique_id_function=lambda route: route.name,
        responses={400: problem_response("malformed request"), 422: problem_response("validation_error")},
    )
    for router in routers:
        described.include_router(router)
    table = RouteTable(route for router in routers for route in router.routes)
    app.router.routes.append(table)
    openapi.install(app, described, table.routes)


def _fastapi(name: str, lifespan: Lifespan[FastAPI], max_body_size: int, *, traced: bool) -> FastAPI:
    """FastAPI with the settings all services share; its own logs stay off, since they hold what users typed."""
    return FastAPI(
        title=name,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        max_body_size=max_body_size,
        telemetry={
            "tracing": traced,
            "operation_spans": False,
            "logs": False,
            "metrics": False,
            "exclude": lambda scope: scope.get("path") in telemetry.QUIET,
        },
    )


def _add_request_context(app: FastAPI) -> None:
    """Wrap the whole middleware stack in RequestContext, so that the framework's own errors pass it too."""
    build = app.build_middleware_stack
    app.build_middleware_stack = lambda: telemetry.RequestContext(build())  # type: ignore[method-assign]


async def _start(runtime: Runtime, handlers: Handlers, jobs: Sequence[Job], setup: Setup | None) -> None:
    """Start what needs other programs, in an order that lets the service answer requests from the start."""
    if jobs:
        runtime.background(runtime.mailer.run())
    for job in jobs if runtime.settings.run_jobs else ():
        runtime.background(keep_running(job, runtime))
    await runtime.bus.start()
    await CachedBytes.listen(runtime)
    runtime.background(identity.watch(runtime.bus, runtime.identity))
    for worker in [*([runtime.relay] if jobs else []), *runtime.workers[2:]]:
        runtime.background(worker.run())
    if setup:
        await _retry_setup(setup, runtime)
    runtime.is_set_up = True
    if handlers.by_type:
        consumer = Worker("consumer", Consumer(runtime, handlers).step)
        runtime.background(consumer.run())


async def _retry_setup(setup: Setup, runtime: Runtime) -> None:
    """Repeat the set-up every second until its dependencies are available."""
    while True:
        try:
            await setup(runtime)
            return
        except Exception as error:
            log.warning("setup_retried", exc_info=None if is_outage(error) else error)
            await asyncio.sleep(1)
