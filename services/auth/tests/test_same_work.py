"""An address with an account and one without cost the same: the same time of the processor, and the same work by count.

The time finds a password that is not hashed; it is the process's own, since elapsed time shows mostly what
else the machine does. A message that is not written costs too little to be seen in it, so the questions put to the
database are counted as well.
"""

import statistics
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from services.auth.tests.auth_forms import registration_form

Call = Callable[[str], Awaitable[Any]]
KNOWN, WAITING = "known@example.com", "waiting@example.com"
ROUNDS = 7
NOISE_SECONDS = 0.005
LIMITS = (
    "login_failures_per_account", "login_failures_per_address", "register_per_hour", "forgot_per_hour",
    "forgot_per_account_per_hour", "codes_per_email_per_hour", "codes_per_address_per_hour", "code_guesses_per_hour",
    "code_guesses_per_client_per_hour",
    "validate_email_per_minute",
)  # fmt: skip
# The list of the request being observed; background work, such as sending emails, has none.
asked: ContextVar[list[str] | None] = ContextVar("asked", default=None)


@pytest.fixture
async def forms(client: Any, member: Any, with_settings: Any) -> dict[str, tuple[Call, str]]:
    """Each form that takes an address, with one it knows; passwords at their real cost, limits out of the way."""
    with_settings(argon2_memory_kib=19456, argon2_passes=2, resend_seconds=0, **dict.fromkeys(LIMITS, 1000))
    await member(KNOWN)
    await client.post("/api/auth/register", json=registration_form(WAITING))

    def call(path: str, **fields: str) -> Call:
        return lambda email: client.post(f"/api/auth/{path}", json={**fields, "email": email})

    return {
        "login": (call("login", password="not this one"), KNOWN),
        "register": (call("register", **registration_form()), KNOWN),
        "forgot": (call("password/forgot"), KNOWN),
        "reset": (call("password/reset", code="000000", new_password="Кардан-на-морозе-5"), KNOWN),
        "resend": (call("resend-code"), WAITING),
        "verify": (call("verify-email", code="000000"), WAITING),
        "validate": (call("validate-email"), KNOWN),
    }


@contextmanager
def questions() -> Iterator[list[str]]:
    """The statements sent to the database inside the block."""

    def record_statement(_: Any, __: Any, statement: str, *rest: Any) -> None:
        found = asked.get()
        if found is not None:
            found.append("read" if statement.startswith("SELECT") else "write")

    found: list[str] = []
    mark = asked.set(found)
    event.listen(Engine, "before_cursor_execute", record_statement)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", record_statement)
        asked.reset(mark)


@pytest.mark.parametrize("name", ["login", "register", "forgot", "reset", "resend", "validate"])
async def test_known_and_unknown_take_the_same_time(forms: dict[str, tuple[Call, str]], name: str) -> None:
    """In pairs that alternate which address comes first, so that effects of the previous request hit both alike."""
    call, known = forms[name]
    unknown = f"nobody-{name}@example.com"
    taken: dict[str, list[float]] = {known: [], unknown: []}
    for turn in range(ROUNDS):
        for email in (known, unknown) if turn % 2 else (unknown, known):
            started = time.process_time()
            await call(email)
            taken[email].append(time.process_time() - started)
    less, more = sorted(statistics.median(times) for times in taken.values())
    assert more < max(2 * less, less + NOISE_SECONDS), taken


@pytest.mark.parametrize("name", ["login", "register", "forgot", "reset", "resend", "verify", "validate"])
async def test_known_and_unknown_are_the_same_work(forms: dict[str, tuple[Call, str]], name: str) -> None:
    call, known = forms[name]
    if name == "verify":
        # A code was requested for both addresses, as an attacker would.
        await forms["resend"][0]("nobody-verify@example.com")
    work = {}
    for email in (known, f"nobody-{name}@example.com"):
        with questions() as found:
            answer = await call(email)
        work[answer.status_code, *sorted(Counter(found).items())] = email
    assert len(work) == 1, work
    assert found
