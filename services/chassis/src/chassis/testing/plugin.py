"""Fixtures of a service's tests: the real app over real PostgreSQL and NATS.

A service's conftest names its service and may change settings:

    pytest_plugins = ["chassis.testing.plugin"]

    @pytest.fixture(scope="session")
    def service() -> str:
        return "content"

    @pytest.fixture(scope="session")
    def settings_overrides() -> dict[str, object]:   # optional
        return {"contact_per_hour": 3}
"""

import asyncio
import importlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx2
import hypothesis
import pyseto
import pytest
from contracts.event import EVENTS, Event, build_nats_subject
from fastapi import FastAPI
from sqlalchemy import QueuePool, func, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import SQLModel, col

from chassis.database import session
from chassis.database.tables import new_id
from chassis.events.handling import SeenEvent
from chassis.events.outbox import OutboxEvent
from chassis.events.registry import build_envelope
from chassis.identity.tokens import AUDIENCE, ISSUER
from chassis.identity.watch import open_bucket
from chassis.mail.mail_queue import QueuedEmail
from chassis.migrate import upgrade
from chassis.runtime import AnyRuntime, utc_now
from chassis.testing.examples import count_examples
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.servers import Nats, Postgres, run_nats, run_postgres
from chassis.web.caches import CachedBytes

TEST_KEY = pyseto.Key.from_paserk(
    "k4.secret." + "cHFyc3R1dnd4eXp7fH1-f4CBgoOEhYaHiImKi4yNjo8c5WpIyC_5kWKhS8VEYSZ05dYfuTF-ZdQFV4D9vLTcNQ"
)
TEST_ROOT = pyseto.Key.from_asymmetric_key_params(4, d=bytes(range(32, 64)))
TEST_KID = "k4.pid.testing-key-of-the-fixtures"
MAX_EMPTYING_ATTEMPTS = 5
# On a loaded machine many requests at once wait long for their connections and for locks.
session.POOL_TIMEOUT_SECONDS = HANG_SECONDS
session.CONNECT_TIMEOUT_SECONDS = HANG_SECONDS
session.STATEMENT_TIMEOUT_SECONDS = HANG_SECONDS
session.LOCK_TIMEOUT_SECONDS = HANG_SECONDS
# A loaded machine generates and runs examples slowly, which is not a fault of the code.
hypothesis.settings.register_profile(
    "any-machine",
    max_examples=count_examples(100),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any-machine")


def get_public_half(key: Any) -> str:
    """Return the k4.public PASERK of a k4.secret key."""
    return pyseto.Key.from_asymmetric_key_params(4, x=key._key.public_key().public_bytes_raw()).to_paserk()


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    return ("asyncio", {"use_uvloop": True})


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    # Autovacuum would change query plans and locks while a test reads them.
    with run_postgres("autovacuum = off\n") as server:
        yield server


@pytest.fixture(scope="session")
def nats_server() -> Iterator[Nats]:
    with run_nats() as server:
        yield server


@pytest.fixture(scope="session")
def settings_overrides() -> dict[str, object]:
    return {}


@pytest.fixture(scope="session")
def sends_emails() -> bool:
    """Return True if the worker that sends emails runs.

    It is off by default: without a mail server each email would cost two transactions and a refused connection.
    """
    return False


@pytest.fixture(scope="session")
def database_url(postgres_server: Postgres, service: str) -> str:
    url = postgres_server.create(service)
    upgrade(service, url)
    return url


class MovableClock:
    """The clock of the service under test: real time plus what a test added."""

    def __init__(self) -> None:
        self.offset = timedelta()
        self.frozen: datetime | None = None

    def __call__(self) -> datetime:
        return (self.frozen or utc_now()) + self.offset

    def move(self, **delta: float) -> None:
        """Let time pass: `clock.move(minutes=11)`."""
        self.offset += timedelta(**delta)

    def freeze(self, at: datetime) -> None:
        """Stop at a moment."""
        self.frozen = at.astimezone(UTC)
        self.offset = timedelta()


@pytest.fixture(scope="session")
async def app(
    service: str,
    database_url: str,
    nats_server: Nats,
    settings_overrides: dict[str, object],
    sends_emails: bool,
    anyio_backend: object,
) -> AsyncIterator[FastAPI]:
    """The started service, ready once its identity keys have arrived."""
    settings_class = importlib.import_module(f"{service}.settings").Settings
    settings = settings_class(
        environment="test",
        database_url=database_url,
        nats_url=nats_server.url,
        nats_timeout_seconds=30,
        idle_poll_seconds=1,
        event_retry_seconds=(0.05, 0.05, 0.05, 0.05),
        event_outage_seconds=0.05,
        # Tests run jobs explicitly. Scheduled jobs would record the real time, and a test may move its clock.
        **{"run_jobs": False, "identity_root_keys": get_public_half(TEST_ROOT), **settings_overrides},
    )
    application: FastAPI = importlib.import_module(f"{service}.main").build(settings)
    runtime: AnyRuntime = application.state.runtime
    runtime.now = MovableClock()
    if not sends_emails:
        runtime.workers.pop("mail", None)
    async with application.router.lifespan_context(application):
        keys = await open_bucket(runtime.bus, "identity")
        public_key = get_public_half(TEST_KEY).encode()
        signed_key = pyseto.encode(TEST_ROOT, public_key, implicit_assertion=TEST_KID.encode())
        await keys.put(f"signed_key.{TEST_KID}", signed_key)
        await keys.put(f"key.{TEST_KID}", public_key)
        await wait_for(lambda: TEST_KID in runtime.identity.keys and runtime.is_set_up)
        yield application


@pytest.fixture(scope="session")
def kept_tables() -> set[str]:
    """Tables whose rows stay between tests."""
    return {"alembic_version"}


@pytest.fixture(scope="session")
def restarts_sequences() -> bool:
    """True if the ids of each test begin at 1. The running service must not remember a position in a sequence."""
    return True


@pytest.fixture(scope="session")
async def emptying_sql(app: FastAPI, kept_tables: set[str], restarts_sequences: bool) -> str:
    """The SQL that empties the tables.

    DELETE takes 1 ms of the processor, TRUNCATE 10 to 20, since it makes new files for each table. The session takes
    the locks of TRUNCATE, which wait for a handler or worker that still writes. Without the locks, its rows could stay
    in tables that are emptied already. The session acts as a replica, so that the triggers of append-only tables do
    not refuse.
    """
    runtime: AnyRuntime = app.state.runtime
    tables = [f'"{table}"' for table in SQLModel.metadata.tables if table not in kept_tables]
    statements = [f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE"]
    statements += [f"DELETE FROM {table}" for table in tables]  # noqa: S608
    if restarts_sequences:
        async with runtime.database.reading() as db:
            sequences = await db.scalars(text("SELECT oid::regclass::text FROM pg_class WHERE relkind = 'S'"))
        statements += [f"ALTER SEQUENCE {sequence} RESTART" for sequence in sequences]
    role = "session_replication_role"
    return "; ".join([f"SET {role} = replica", *statements, f"RESET {role}"])


@pytest.fixture
async def clean(app: FastAPI, emptying_sql: str) -> AsyncIterator[None]:
    """Empty tables and caches after each test that uses the app; tests of pure functions are not slowed."""
    yield
    runtime: AnyRuntime = app.state.runtime
    for cache in CachedBytes.by_name.values():
        cache.drop()
    for attempts_left in reversed(range(MAX_EMPTYING_ATTEMPTS)):
        try:
            async with runtime.database.autocommit() as db:
                await db.execute(text(emptying_sql))
            return
        except OperationalError:
            # A handler that still runs locks its tables in another order.
            if not attempts_left:
                raise


@pytest.fixture
def runtime(app: FastAPI, clean: None) -> AnyRuntime:
    app_runtime: AnyRuntime = app.state.runtime
    return app_runtime


@pytest.fixture
def clock(runtime: AnyRuntime) -> Iterator[MovableClock]:
    clock = runtime.now
    assert isinstance(clock, MovableClock)
    clock.offset = timedelta()
    clock.frozen = None
    yield clock
    clock.offset = timedelta()
    clock.frozen = None


@pytest.fixture
async def db(runtime: AnyRuntime) -> AsyncIterator[AsyncSession]:
    """A session to prepare and inspect data; every flush is committed at once."""
    async with runtime.database.autocommit() as db_session:
        yield db_session


@pytest.fixture
async def last_connection(runtime: AnyRuntime) -> AsyncIterator[None]:
    """Leave only one connection of the pool. A request that needs two at once times out."""
    engine = runtime.database.engine
    pool = engine.pool
    assert isinstance(pool, QueuePool)
    # The pool may overflow by its own size (`make_engine`).
    max_connections = 2 * runtime.settings.database_pool
    async with AsyncExitStack() as connections:
        while pool.checkedout() < max_connections - 1:
            await connections.enter_async_context(engine.connect())
        yield


@pytest.fixture
async def client(app: FastAPI, clean: None) -> AsyncIterator[httpx2.AsyncClient]:
    """An HTTP client of the app; streams need a real server instead."""
    transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as http:
        yield http


def sign_token(now: datetime, **claims: object) -> str:
    """Return a valid token signed with the testing key."""
    body = {
        "sub": str(new_id()),
        "sid": str(new_id()),
        "role": "user",
        "email_verified": True,
        "first_name": "Анна",
        "last_name": "Орлова",
        "iss": ISSUER,
        "aud": AUDIENCE,
        "jti": str(new_id()),
        "iat": now.isoformat(),
        "exp": (now + timedelta(minutes=15)).isoformat(),
        **claims,
    }
    return pyseto.encode(TEST_KEY, json.dumps(body).encode(), footer=json.dumps({"kid": TEST_KID}).encode()).decode()


@pytest.fixture
def build_auth_headers(runtime: AnyRuntime) -> Callable[..., dict[str, str]]:
    """Headers of a signed-in caller: `build_auth_headers(id=user_id, role="admin", email_verified=False)`."""

    def build_headers(id: UUID | None = None, sid: UUID | None = None, **claims: object) -> dict[str, str]:
        claims_of_user = {"sub": str(id or new_id()), "sid": str(sid or new_id()), **claims}
        return {"Authorization": f"Bearer {sign_token(runtime.now(), **claims_of_user)}"}

    return build_headers


@pytest.fixture
def read_events(runtime: AnyRuntime) -> Callable[..., Awaitable[list[Any]]]:
    """The events recorded in the outbox so far: `await read_events(CommentCreated)`."""

    async def read_events(kind: type[Event] | None = None) -> list[Any]:
        async with runtime.database.reading() as db:
            rows = (await db.scalars(select(OutboxEvent).order_by(col(OutboxEvent.position)))).all()
        selected_rows = [row for row in rows if kind is None or row.type == kind.type]
        return [EVENTS[row.type].model_validate(json.loads(row.body)["data"]) for row in selected_rows]

    return read_events


@pytest.fixture
def deliver(runtime: AnyRuntime) -> Callable[..., Awaitable[UUID]]:
    """Publish an event through the real NATS and wait until the service has handled it."""

    async def publish(event: Event, *, id: UUID | None = None, wait: bool = True) -> UUID:
        id = id or new_id()
        service = str(getattr(event, "service", "")) if event.is_answer else event.type.partition(".")[0]
        body = build_envelope(event, id=id, source=f"/services/{service}", time=runtime.now(), traceparent=None)
        await runtime.bus.publish(build_nats_subject(event.type, service), body, message_id=str(new_id()))
        if wait:
            await wait_for(lambda: _has_seen(runtime, id))
        return id

    return publish


async def _has_seen(runtime: AnyRuntime, id: UUID) -> bool:
    async with runtime.database.reading() as db:
        count = await db.scalar(select(func.count()).select_from(SeenEvent).where(col(SeenEvent.id) == id))
    return bool(count)


@pytest.fixture
def mailbox(runtime: AnyRuntime) -> Callable[..., Awaitable[list[QueuedEmail]]]:
    """The emails queued so far, oldest first. Without a mail server they stay queued."""

    async def read_emails(to: str | None = None) -> list[QueuedEmail]:
        async with runtime.database.reading() as db:
            # An email that was withheld has no recipient.
            queued_emails = select(QueuedEmail).where(col(QueuedEmail.recipient) != "")
            rows = (await db.scalars(queued_emails.order_by(col(QueuedEmail.created_at), col(QueuedEmail.id)))).all()
        return [row for row in rows if to is None or row.recipient == to]

    return read_emails


async def wait_for(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds; returns its value.

    The limit is longer than several redeliveries: if a consumer ends before it acknowledges an event, NATS delivers the
    event again after 20 seconds (`ack_wait`).
    """
    deadline = time.monotonic() + HANG_SECONDS
    while True:
        value = condition()
        if asyncio.iscoroutine(value):
            value = await value
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {HANG_SECONDS} s")
        await asyncio.sleep(0.01)
