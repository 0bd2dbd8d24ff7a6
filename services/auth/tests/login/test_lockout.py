"""Wrong passwords lock the client that enters them. Many of them lock all clients that the account does not know."""

from typing import Any

import pytest
from chassis.runtime import utc_now
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import BROWSER, PASSWORD, find_code, get_status_and_code
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory, SettingsOverride

EMAIL = "anna@example.com"
NEW_PASSWORD = "Зимний-дирижабль-42"
LOCKED_ANSWER = (429, "rate_limited")
# Addresses in four different networks. Five wrong passwords from each of them lock all strangers.
ADDRESSES_OF_STRANGERS = [f"8.{number}.1.1" for number in range(4)]


async def log_in(client: ApiClient, ip: str, password: str = PASSWORD, email: str = EMAIL) -> Any:
    body = {"email": email, "password": password}
    return await client.post("/api/auth/login", json=body, headers={"X-Forwarded-For": ip, "User-Agent": BROWSER})


async def enter_wrong_passwords(
    browser: BrowserFactory, addresses: list[str], email: str = EMAIL, times: int = 5
) -> list[int]:
    """Enter wrong passwords as browsers without a cookie, `times` from each address. Returns the statuses."""
    statuses = []
    for ip in addresses:
        for _ in range(times):
            statuses.append((await log_in(browser(), ip, "not this one", email)).status_code)
    return statuses


class TestClients:
    async def test_five_wrong_passwords_lock_their_network_and_no_other(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        assert await enter_wrong_passwords(browser, ["8.8.1.1"], times=6) == [401] * 5 + [429]
        lock_answer = await log_in(browser(), "8.8.1.1")
        assert get_status_and_code(lock_answer) == LOCKED_ANSWER
        assert 0 < int(lock_answer.headers["retry-after"]) <= 900
        assert (await log_in(browser(), "9.9.9.9")).status_code == 200

    async def test_wrong_passwords_of_one_wide_network_do_not_lock_strangers(
        self, browser: BrowserFactory, member: MemberFactory, override_settings: SettingsOverride
    ) -> None:
        await member()
        override_settings(login_failures_per_address=1000)
        statuses = await enter_wrong_passwords(browser, [f"8.8.1.{number}" for number in range(5)])
        assert statuses == [401] * 20 + [429] * 5
        assert (await log_in(browser(), "9.9.9.9")).status_code == 200

    @pytest.mark.parametrize("email", [EMAIL, "nobody@example.com"])
    async def test_twenty_wrong_passwords_of_strangers_lock_all_strangers(
        self, browser: BrowserFactory, member: MemberFactory, email: str
    ) -> None:
        await member()
        assert await enter_wrong_passwords(browser, ADDRESSES_OF_STRANGERS, email) == [401] * 20
        assert get_status_and_code(await log_in(browser(), "9.9.9.9", email=email)) == LOCKED_ANSWER

    async def test_known_browser_passes_the_locks_of_others_and_has_five_tries(
        self, browser: BrowserFactory, member: MemberFactory
    ) -> None:
        await member()
        known_browser = browser()
        assert (await log_in(known_browser, "9.9.9.9")).status_code == 200
        await enter_wrong_passwords(browser, ADDRESSES_OF_STRANGERS)
        for _ in range(2):
            assert (await log_in(known_browser, "8.1.1.1")).status_code == 200, "even where others fail"
            assert [(await log_in(known_browser, "7.7.7.7", "not this")).status_code for _ in range(4)] == [401] * 4
        assert (await log_in(known_browser, "7.7.7.7", "not this")).status_code == 401
        assert get_status_and_code(await log_in(known_browser, "7.7.7.8")) == LOCKED_ANSWER

    async def test_a_browser_that_the_owner_reported_is_locked_as_a_stranger(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        owner = browser()
        thief = browser()
        await log_in(owner, "9.9.9.9")
        await log_in(thief, "7.7.7.7")
        token = (await mailbox())[-1].text.partition("token=")[2].split()[0]
        await owner.post("/api/auth/sessions/disown", data={"token": token})
        await enter_wrong_passwords(browser, ADDRESSES_OF_STRANGERS)
        assert get_status_and_code(await log_in(thief, "7.7.7.7")) == LOCKED_ANSWER
        assert (await log_in(owner, "9.9.9.9")).status_code == 200

    async def test_a_password_reset_admits_its_browser_while_strangers_are_locked(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member()
        await enter_wrong_passwords(browser, ADDRESSES_OF_STRANGERS)
        owner = browser()
        await owner.post("/api/auth/password/forgot", json={"email": EMAIL})
        body = {"email": EMAIL, "code": find_code((await mailbox())[-1]), "new_password": NEW_PASSWORD}
        assert (await owner.post("/api/auth/password/reset", json=body)).status_code == 200
        await enter_wrong_passwords(browser, [f"6.{number}.1.1" for number in range(4)])
        assert get_status_and_code(await log_in(browser(), "9.9.9.9", NEW_PASSWORD)) == LOCKED_ANSWER
        assert (await log_in(owner, "9.9.9.9", NEW_PASSWORD)).status_code == 200


class TestRepeatedLocks:
    async def test_each_further_lock_of_a_client_in_a_day_lasts_twice_as_long(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member()
        clock.freeze(utc_now())
        seconds_of_locks = []
        for _ in range(4):
            await enter_wrong_passwords(browser, ["8.8.1.1"])
            seconds_of_locks.append(int((await log_in(browser(), "8.8.1.1")).headers["retry-after"]))
            clock.move(seconds=seconds_of_locks[-1] - 5)
            assert get_status_and_code(await log_in(browser(), "8.8.1.1", "not this one")) == LOCKED_ANSWER
            clock.move(seconds=10)
        assert seconds_of_locks == [900, 1800, 3600, 7200]
        # The lock affects neither another client nor another account.
        assert (await log_in(browser(), "9.9.9.9")).status_code == 200
        assert await enter_wrong_passwords(browser, ["8.8.1.1"], "other@example.com", times=1) == [401]

    async def test_no_lock_lasts_longer_than_four_hours_and_earlier_locks_count_for_a_day(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member()
        clock.freeze(utc_now())
        for expected in (900, 1800, 3600, 7200, 14_400, 14_400):
            await enter_wrong_passwords(browser, ["8.8.1.1"])
            seconds = int((await log_in(browser(), "8.8.1.1")).headers["retry-after"])
            assert seconds == expected
            clock.move(seconds=seconds + 1)
        clock.move(hours=25)
        await enter_wrong_passwords(browser, ["8.8.1.1"])
        assert int((await log_in(browser(), "8.8.1.1")).headers["retry-after"]) <= 900

    async def test_a_right_password_clears_the_locks_of_its_client(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member()
        await enter_wrong_passwords(browser, ["8.8.1.1"])
        clock.move(minutes=16)
        assert (await log_in(browser(), "8.8.1.1")).status_code == 200
        await enter_wrong_passwords(browser, ["8.8.1.1"])
        assert int((await log_in(browser(), "8.8.1.1")).headers["retry-after"]) <= 900

    async def test_repeated_locks_of_strangers_do_not_last_longer(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member()
        for _ in range(3):
            await enter_wrong_passwords(browser, ADDRESSES_OF_STRANGERS)
            refusal = await log_in(browser(), "9.9.9.9")
            assert int(refusal.headers["retry-after"]) <= 900
            clock.move(hours=3)
        assert (await log_in(browser(), "9.9.9.9")).status_code == 200


class TestEmail:
    async def test_the_owner_gets_at_most_one_email_a_day_about_locks(
        self, browser: BrowserFactory, member: MemberFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await member()
        for number in range(3):
            await enter_wrong_passwords(browser, [f"8.{number}.1.1"])
        [message] = await mailbox()
        assert message.kind == "sign_in_locked"
        assert "8.0.1.1" in message.text
        clock.move(hours=25)
        await enter_wrong_passwords(browser, ["8.7.1.1"])
        assert [email.kind for email in await mailbox()] == ["sign_in_locked"] * 2

    async def test_an_unknown_address_gets_no_email_about_a_lock(
        self, browser: BrowserFactory, mailbox: Mailbox
    ) -> None:
        await enter_wrong_passwords(browser, ["8.8.1.1"], "nobody@example.com")
        assert await mailbox() == []
