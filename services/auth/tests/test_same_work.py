"""Addresses with and without an account cause the same work: the same statements and the same number of password
hashes. Time is not compared, because it depends on the load of the machine. Hashes are counted, because a hash takes
20 ms of CPU: an attacker could easily measure a hash that is computed for known addresses only.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient
from prometheus_client import REGISTRY

from services.auth.tests.auth_forms import build_registration_form
from services.auth.tests.fixture_types import MemberFactory, SettingsOverride
from services.auth.tests.statements import record_statement_kinds

RequestFunction = Callable[[str], Awaitable[Any]]
KNOWN_EMAIL = "known@example.com"
UNCONFIRMED_EMAIL = "unconfirmed@example.com"
LIMITS = (
    "login_failures_per_account", "login_failures_per_address", "register_per_hour", "forgot_per_hour",
    "forgot_per_account_per_hour", "codes_per_email_per_hour", "codes_per_address_per_hour",
    "code_guesses_per_client_per_hour",
    "codes_per_email_and_client_per_hour",
    "validate_email_per_minute",
)  # fmt: skip
# How many passwords each form hashes, whatever the address. A wrong code is refused before the new password is hashed.
HASHES = {"login": 1, "register": 1}


@pytest.fixture
async def forms(
    client: ApiClient, member: MemberFactory, override_settings: SettingsOverride
) -> dict[str, tuple[RequestFunction, str]]:
    """The call of each form, and the known address to try it with. Limits are too high to matter."""
    override_settings(resend_seconds=0, **dict.fromkeys(LIMITS, 1000))
    await member(KNOWN_EMAIL)
    await client.post("/api/auth/register", json=build_registration_form(UNCONFIRMED_EMAIL))

    def call(path: str, **fields: str) -> RequestFunction:
        return lambda email: client.post(f"/api/auth/{path}", json={**fields, "email": email})

    return {
        "login": (call("login", password="not this one"), KNOWN_EMAIL),
        "register": (call("register", **build_registration_form()), KNOWN_EMAIL),
        "forgot": (call("password/forgot"), KNOWN_EMAIL),
        "reset": (call("password/reset", code="000000", new_password="Кардан-на-морозе-5"), KNOWN_EMAIL),
        "resend": (call("resend-code"), UNCONFIRMED_EMAIL),
        "verify": (call("verify-email", code="000000"), UNCONFIRMED_EMAIL),
        "validate": (call("validate-email"), KNOWN_EMAIL),
    }


def count_hashes() -> float:
    """Return how many passwords this process has hashed or compared."""
    return REGISTRY.get_sample_value("auth_password_hash_seconds_count") or 0.0


@pytest.mark.parametrize("name", ["login", "register", "forgot", "reset", "resend", "verify", "validate"])
async def test_known_and_unknown_addresses_cause_the_same_work(
    forms: dict[str, tuple[RequestFunction, str]], name: str
) -> None:
    call, known_email = forms[name]
    if name == "verify":
        # A code was requested for both addresses, as an attacker would.
        resend, _ = forms["resend"]
        await resend("nobody-verify@example.com")
    observations = []
    for email in (known_email, f"nobody-{name}@example.com"):
        hash_count = count_hashes()
        with record_statement_kinds() as statement_kinds:
            answer = await call(email)
        assert count_hashes() - hash_count == HASHES.get(name, 0)
        assert statement_kinds
        observations.append((answer.status_code, Counter(statement_kinds)))
    work_for_known_email, work_for_unknown_email = observations
    assert work_for_known_email == work_for_unknown_email
