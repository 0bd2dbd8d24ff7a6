"""The probability that a stranger takes over an account by guessing password-reset codes within an hour.

The stranger may guess from any number of networks.
"""

from typing import Any

from auth.accounts.queries import find_by_email
from auth.registration.queries import list_codes, lock_challenges
from auth.runtime import AuthRuntime
from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from services.auth.tests.auth_forms import NATIVE_CLIENT
from services.auth.tests.fixture_types import MemberFactory, SettingsOverride

EMAIL = "anna@example.com"
# The contract's limit for the probability that an account is taken over within an hour.
MAX_CHANCE = 2e-5
LIMITS = (
    "forgot_per_hour",
    "codes_per_address_per_hour",
    "codes_per_email_per_hour",
    "code_guesses_per_client_per_hour",
)
# A code is compared with at most this number of valid codes.
MAX_VALID_CODES = 3
# For each network: the number of requested codes, of guesses with its code request, and of guesses without one.
ATTACKS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12), st.integers(0, 6)), min_size=1, max_size=12)


async def count_compared_codes(runtime: AuthRuntime, own_challenge_ids: list[Any]) -> int:
    """Return the number of valid codes that the next guess is compared with."""
    async with runtime.database.transaction() as db:
        challenges = await lock_challenges(db, "reset", EMAIL)
        own_challenges = [challenge for challenge in challenges if challenge.id in own_challenge_ids]
        candidates = own_challenges or challenges
        open_ids = {challenge.id for challenge in candidates if challenge.spent_at is None and challenge.tries < 5}
        codes = [code for code in await list_codes(db, candidates) if code.challenge_id in open_ids]
        valid_codes = [code for code in codes if code.expires_at > db.now()]
        return min(len(valid_codes), MAX_VALID_CODES)


@settings(max_examples=count_examples(20), database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(attacks=ATTACKS)
@example(attacks=[(2, 6, 1)] * 12)
@example(attacks=[(1, 0, 0), (1, 0, 0), (1, 0, 6), (2, 6, 0), (2, 6, 0)])
async def test_chance_to_guess_a_code_stays_below_the_limit_for_any_number_of_networks(
    attacks: list[tuple[int, int, int]],
    client: ApiClient,
    member: MemberFactory,
    runtime: AuthRuntime,
    clock: MovableClock,
    override_settings: SettingsOverride,
) -> None:
    override_settings(**dict.fromkeys(LIMITS, 100_000))
    clock.move(hours=2)
    if not await has_account(runtime):
        await member(EMAIL)
    chance_of_no_hit = 1.0
    for number, (request_count, guesses_with_request, guesses_without_request) in enumerate(attacks):
        headers = {**NATIVE_CLIENT, "X-Forwarded-For": f"9.{number}.1.1"}
        code_request = None
        challenge_ids = []
        for _ in range(request_count):
            body = {"email": EMAIL, "codeRequest": code_request}
            request_answer = await client.post("/api/auth/password/forgot", json=body, headers=headers)
            code_request = request_answer.json().get("codeRequest", code_request)
        if code_request:
            async with runtime.database.transaction() as db:
                challenge_ids = [(await lock_challenges(db, "reset", EMAIL))[-1].id]
        for sent_code_request in [code_request] * guesses_with_request + [None] * guesses_without_request:
            compared_count = await count_compared_codes(runtime, challenge_ids if sent_code_request else [])
            body = {
                "email": EMAIL,
                "code": "not it",
                "new_password": "Кардан-на-морозе-5",
                "codeRequest": sent_code_request,
            }
            answer = await client.post("/api/auth/password/reset", json=body, headers=headers)
            if answer.status_code == 429:
                break
            chance_of_no_hit *= 1 - compared_count / 10**6
    assert 1 - chance_of_no_hit < MAX_CHANCE


async def has_account(runtime: AuthRuntime) -> bool:
    async with runtime.database.reading() as db:
        return await find_by_email(db, EMAIL) is not None
