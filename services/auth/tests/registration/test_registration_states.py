"""Registration as a state machine: the owner of a mailbox and a stranger act in any order, each in a browser.
Invariant: the account's password was entered by the owner, because only the owner reads the mailbox.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from auth.accounts import hashing, queries
from auth.runtime import AuthRuntime
from auth.sessions.tables import LoginSession
from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import Mailbox
from chassis.testing.plugin import MovableClock
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import col

from services.auth.tests.auth_forms import build_registration_form, find_code
from services.auth.tests.fixture_types import BrowserFactory, SettingsOverride

OWNER_STEPS = ("register", "resend", "verify_oldest", "verify_newest", "log_in", "reset")
OTHER_STEPS = ("register", "resend", "verify_guess", "log_in", "reset_guess")
STEPS = st.sampled_from([*(("owner", step) for step in OWNER_STEPS), *(("other", step) for step in OTHER_STEPS)])
LIMITS = ("register_per_hour", "codes_per_address_per_hour", "forgot_per_hour", "forgot_per_account_per_hour")


class RegistrationModel:
    """One address, two browsers, and the passwords entered in each of them."""

    def __init__(self, browser: Callable[[], Any], mailbox: Callable[[str], Awaitable[list[Any]]]) -> None:
        self.email = f"{uuid4().hex}@example.com"
        self.browsers = {"owner": browser(), "other": browser()}
        self.passwords: dict[str, list[str]] = {"owner": [], "other": []}
        self.mailbox = mailbox

    async def post(self, actor: str, path: str, **body: Any) -> Any:
        return await self.browsers[actor].post(f"/api/auth/{path}", json={"email": self.email, **body})

    def choose_new_password(self, actor: str) -> str:
        self.passwords[actor].append(f"Пароль-{actor}-номер-{len(self.passwords[actor])}")
        return self.passwords[actor][-1]

    async def list_emailed_codes(self, kind: str) -> list[str]:
        return [find_code(email) for email in await self.mailbox(self.email) if email.kind == kind]

    async def take_step(self, actor: str, step: str) -> None:
        """Perform one step. The owner enters codes only in the browser where they registered."""
        if step == "register":
            form = build_registration_form(self.email, password=self.choose_new_password(actor), first_name=actor)
            assert (await self.browsers[actor].post("/api/auth/register", json=form)).status_code == 201
        elif step == "resend":
            await self.post(actor, "resend-code")
        elif step in ("verify_oldest", "verify_newest") and self.passwords["owner"]:
            codes = await self.list_emailed_codes("registration_code")
            if codes:
                code = codes[-1] if step == "verify_newest" else codes[0]
                await self.post(actor, "verify-email", code=code)
        elif step == "verify_guess":
            await self.post(actor, "verify-email", code="000000")
        elif step == "log_in" and self.passwords[actor]:
            await self.post(actor, "login", password=self.passwords[actor][-1])
        elif step == "reset":
            await self.post(actor, "password/forgot")
            codes = await self.list_emailed_codes("reset_code")
            if codes:
                await self.post(actor, "password/reset", code=codes[-1], new_password=self.choose_new_password(actor))
        elif step == "reset_guess":
            await self.post(actor, "password/reset", code="000000", new_password="Пароль-other-угадан")

    async def assert_password_is_the_owners(self, runtime: AuthRuntime) -> None:
        async with runtime.database.reading() as db:
            account = await queries.find_by_email(db, self.email)
            if account is None:
                return
            sessions = list(await db.scalars(select(LoginSession).where(col(LoginSession.account_id) == account.id)))
        matches = [
            await hashing.verify_password(runtime, password, account.password_hash)
            for password in self.passwords["owner"]
        ]
        assert any(is_right for is_right, _ in matches), "somebody else's password"
        assert all(session.created_at >= account.verified_at for session in sessions)


# All examples share the fixtures, so each example has an address of its own.
@settings(max_examples=count_examples(40), database=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(st.tuples(STEPS, st.sampled_from([0, 61])), min_size=2, max_size=10))
@example(steps=[(("other", "register"), 0), (("owner", "register"), 0), (("owner", "verify_newest"), 0)])
@example(
    steps=[
        (("other", "register"), 0),
        (("owner", "register"), 0),
        (("owner", "resend"), 61),
        (("owner", "verify_oldest"), 0),
        (("owner", "verify_newest"), 0),
    ]
)
async def test_password_is_always_one_that_the_owner_of_the_mailbox_typed(
    steps: list[tuple[tuple[str, str], int]],
    browser: BrowserFactory,
    mailbox: Mailbox,
    runtime: AuthRuntime,
    clock: MovableClock,
    override_settings: SettingsOverride,
) -> None:
    override_settings(**dict.fromkeys(LIMITS, 100_000))
    model = RegistrationModel(browser, mailbox)
    for (actor, step), seconds in steps:
        clock.move(seconds=seconds)
        await model.take_step(actor, step)
        await model.assert_password_is_the_owners(runtime)
