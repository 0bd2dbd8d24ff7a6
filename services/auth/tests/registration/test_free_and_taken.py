"""A client cannot learn whether an address has an account. For the same steps, in any order, a free and a taken address
give the same status, code, Retry-After, cookies and fields, and the same numbers of reads and writes.

The contract has one difference: a client that registers an address and signs in with that password learns whether the
address was free (403) or taken (401). In both cases the registration has sent an email to the address.
"""

from collections import Counter
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import Mailbox
from chassis.testing.plugin import MovableClock
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from services.auth.tests.auth_forms import PASSWORD, build_registration_form
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory
from services.auth.tests.statements import record_statement_kinds

OTHER_PASSWORD = "Пароль-чужого-1"
# The acting client: one of two browsers, or a client that keeps no cookies.
CLIENTS = ("first", "second", "native")
STEPS = ("register", "resend", "verify", "log_in", "log_in_wrong", "forgot", "reset")
# The seconds that pass before a step.
PAUSES = (0, 30, 61, 700)


class Observation(NamedTuple):
    """What a client observes in one step, and the numbers of reads and writes in the database."""

    status: int
    code: str | None
    retry_after: str | None
    cookies: list[str]
    fields: list[str]
    statements: list[tuple[str, int]]


class ObservedAddress:
    """One address, and the clients that try to learn something about it, each in its own network."""

    def __init__(self, browser: BrowserFactory, network: int) -> None:
        self.email = f"{uuid4().hex}@example.com"
        self.clients = {client_name: browser() for client_name in CLIENTS}
        self.handles: dict[str, str] = {}
        self.addresses = {client_name: f"{10 + number}.{network}.1.1" for number, client_name in enumerate(CLIENTS)}

    async def take_step(self, client_name: str, step: str) -> Observation:
        with record_statement_kinds() as statement_kinds:
            answer = await self._call(client_name, step)
        body = answer.json()
        if "codeRequest" in body:
            self.handles[client_name] = body["codeRequest"]
        return Observation(
            status=answer.status_code,
            code=body.get("code"),
            retry_after=answer.headers.get("retry-after"),
            cookies=sorted(cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie")),
            fields=sorted(body),
            statements=sorted(Counter(statement_kinds).items()),
        )

    async def _call(self, client_name: str, step: str) -> Any:
        requests: dict[str, tuple[str, dict[str, Any]]] = {
            "register": ("register", build_registration_form(self.email, password=OTHER_PASSWORD)),
            "resend": ("resend-code", {}),
            "verify": ("verify-email", {"code": "not it"}),
            "log_in": ("login", {"password": OTHER_PASSWORD}),
            "log_in_wrong": ("login", {"password": PASSWORD + "?"}),
            "forgot": ("password/forgot", {}),
            "reset": ("password/reset", {"code": "not it", "new_password": "Кардан-на-морозе-5"}),
        }
        path, fields = requests[step]
        headers = {"X-Forwarded-For": self.addresses[client_name]}
        if client_name == "native":
            headers["X-Client"] = "native"
            self.clients[client_name].cookies.clear()
            if client_name in self.handles and step not in {"register", "log_in", "log_in_wrong"}:
                fields = {**fields, "codeRequest": self.handles[client_name]}
        return await self.clients[client_name].post(
            f"/api/auth/{path}", json={**fields, "email": self.email}, headers=headers
        )


@settings(max_examples=count_examples(20), database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(CLIENTS), st.sampled_from(STEPS), st.sampled_from(PAUSES)), min_size=2, max_size=9
    ),
    network=st.integers(0, 250),
)
@example(steps=[("first", "resend", 0), ("first", "register", 30), ("first", "resend", 30)], network=251)
@example(steps=[("first", "register", 0), *[("first", "verify", 0)] * 7, ("second", "verify", 0)], network=252)
@example(steps=[("native", "register", 0), *[("second", "log_in_wrong", 0)] * 6], network=253)
async def test_a_free_and_a_taken_address_answer_alike(
    steps: list[tuple[str, str, int]],
    network: int,
    browser: BrowserFactory,
    member: MemberFactory,
    mailbox: Mailbox,
    clock: MovableClock,
) -> None:
    clock.freeze(clock() + timedelta(hours=2))
    free_address = ObservedAddress(browser, network)
    taken_address = ObservedAddress(browser, network)
    await member(taken_address.email, first_name="Пётр")
    # Both runs use the same networks, two hours apart, so the limits by network begin again.
    observations: dict[str, list[Any]] = {"free": [], "taken": []}
    for name, address in (("free", free_address), ("taken", taken_address)):
        clock.move(hours=2)
        for client_name, step, seconds in steps:
            clock.move(seconds=seconds)
            observation = await address.take_step(client_name, step)
            compared_value: Any = observation
            if step == "log_in" and observation.status in {401, 403}:
                kinds = {email.kind for email in await mailbox(address.email)}
                has_registered = bool(kinds & {"registration_code", "already_registered"})
                compared_value = ("a wrong password", has_registered)
            observations[name].append((client_name, step, compared_value))
    assert observations["free"] == observations["taken"]
