"""Registration, its codes, and what it must not reveal."""

import asyncio
from typing import Any

import pytest
from auth.accounts.tables import Account
from auth.registration.tables import MailedCode, Registration
from auth.runtime import Session
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock
from contracts.auth import UserRegistered, UserVerified
from sqlalchemy import select

from services.auth.tests.auth_forms import (
    NATIVE_CLIENT,
    PASSWORD,
    build_registration_form,
    find_code,
    get_status_and_code,
)
from services.auth.tests.fixture_types import BrowserFactory, MemberFactory


async def register(client: ApiClient, email: str = "anna@example.com", **fields: Any) -> Any:
    return await client.post("/api/auth/register", json=build_registration_form(email, **fields))


async def verify(client: ApiClient, code: str, email: str = "anna@example.com") -> Any:
    return await client.post("/api/auth/verify-email", json={"email": email, "code": code})


async def log_in_with(client: ApiClient, password: str = PASSWORD, email: str = "anna@example.com") -> Any:
    return await client.post("/api/auth/login", json={"email": email, "password": password})


class TestRegister:
    async def test_registration_and_its_code_make_a_verified_account(
        self, client: ApiClient, mailbox: Mailbox, read_events: EventReader
    ) -> None:
        answer = await register(client, phone="+7 495 000-00-00", accept_marketing=True)
        assert answer.status_code == 201
        user = answer.json()["user"]
        assert user["email_verified"] is False
        assert (await log_in_with(client)).json()["code"] == "email_not_verified"
        [message] = await mailbox()
        assert message.html
        verification = await verify(client, find_code(message))
        assert verification.json() == {"success": True, "message": "Email подтвержден!"}
        [registration_event] = await read_events(UserRegistered)
        [verified_event] = await read_events(UserVerified)
        assert str(registration_event.user_id) == str(verified_event.user_id) == user["id"]
        assert verified_event.marketing is True
        login = (await log_in_with(client)).json()
        assert login["user"]["id"] == user["id"]
        assert login["user"]["phone"] == "+7 495 000-00-00"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("email", "not an address"),
            ("password", "short"),
            ("password", "password123"),
            ("password", "qwertyuiop"),
            ("password", "anna@example.com"),
            ("password", "орлова анна"),
            ("password", "Анна_Орлова"),
            ("password", "abcdefgh"),
            ("password", "98765432"),
            ("password", "жук1жук1"),
            ("password", " " * 8),
            ("password", " " * 64),
            ("first_name", "  "),
            ("is_adult", False),
            ("accept_terms", False),
            ("accept_privacy", False),
            ("phone", "call me"),
            ("first_name", "a\x00b"),
        ],
    )
    async def test_refused_field_of_a_registration_is_named(self, client: ApiClient, field: str, value: Any) -> None:
        answer = await register(client, **{field: value})
        assert get_status_and_code(answer) == (422, "validation_error")
        assert field in [error["field"] for error in answer.json()["errors"]]

    @pytest.mark.parametrize("field", ["is_adult", "accept_terms", "accept_privacy", "email", "password"])
    async def test_missing_field_of_a_registration_is_named(self, client: ApiClient, field: str) -> None:
        body = build_registration_form()
        del body[field]
        answer = await client.post("/api/auth/register", json=body)
        assert [error["field"] for error in answer.json()["errors"]] == [field]

    async def test_taken_address_gets_the_same_answer_and_its_owner_an_email(
        self, client: ApiClient, mailbox: Mailbox, member: MemberFactory
    ) -> None:
        await member("anna@example.com")
        answer_for_free_address = await register(client, "boris@example.com")
        answer_for_taken_address = await register(client, "ANNA@example.com")
        assert answer_for_free_address.status_code == answer_for_taken_address.status_code == 201
        assert answer_for_free_address.json().keys() == answer_for_taken_address.json().keys()
        assert answer_for_free_address.json()["user"].keys() == answer_for_taken_address.json()["user"].keys()
        assert answer_for_free_address.json()["message"] == answer_for_taken_address.json()["message"]
        [message] = await mailbox("anna@example.com")
        assert message.kind == "already_registered"

    async def test_owner_is_notified_of_a_new_registration_of_the_address_right_after_verifying_it(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await register(client)
        [message] = await mailbox()
        await verify(client, find_code(message))
        other_network_headers = {"X-Forwarded-For": "8.8.8.8"}
        for _ in range(2):
            repeated_answer = await client.post(
                "/api/auth/register", json=build_registration_form(), headers=other_network_headers
            )
            assert repeated_answer.status_code == 201
        assert [message.kind for message in await mailbox()] == ["registration_code", "already_registered"]
        clock.move(seconds=61)
        await register(client)
        assert [message.kind for message in await mailbox()][2:] == ["already_registered"]

    @pytest.mark.parametrize("field", ["is_adult", "accept_terms", "accept_privacy"])
    @pytest.mark.parametrize("value", [1, "true", "yes", False, None])
    async def test_consents_accept_only_json_true(self, client: ApiClient, field: str, value: Any) -> None:
        answer = await register(client, **{field: value})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    @pytest.mark.parametrize("email", ["=?utf-8?q?anna?=@example.com", '"a b"@example.com', "анна@example.com"])
    async def test_address_that_mail_libraries_read_differently_is_refused(self, client: ApiClient, email: str) -> None:
        assert (await register(client, email)).status_code == 422

    async def test_repeated_registration_within_a_minute_changes_and_mails_nothing(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        await register(client)
        repeated_answer = await register(client, "Anna@Example.com", password="Другой-пароль-99")
        assert repeated_answer.status_code == 201
        [message] = await mailbox()
        await verify(client, find_code(message))
        assert (await log_in_with(client)).status_code == 200
        assert get_status_and_code(await log_in_with(client, "Другой-пароль-99")) == (401, "invalid_credentials")

    async def test_strangers_registration_does_not_change_the_answer_to_the_first_person(
        self, browser: BrowserFactory, clock: MovableClock
    ) -> None:
        owner_browser = browser()
        other_browser = browser()
        await register(owner_browser)
        clock.move(seconds=61)
        await register(other_browser, password="Пароль-чужого-1")
        assert get_status_and_code(await log_in_with(owner_browser)) == (403, "email_not_verified")
        assert get_status_and_code(await log_in_with(other_browser, "Пароль-чужого-1")) == (403, "email_not_verified")
        assert get_status_and_code(await log_in_with(owner_browser, "Пароль-чужого-1")) == (401, "invalid_credentials")

    async def test_native_client_learns_at_sign_in_that_its_own_registration_is_unverified(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        answer = await client.post("/api/auth/register", json=build_registration_form(), headers=NATIVE_CLIENT)
        clock.move(seconds=61)
        form = build_registration_form(password="Пароль-чужого-1")
        await client.post("/api/auth/register", json=form, headers=NATIVE_CLIENT)
        body = {"email": "anna@example.com", "password": PASSWORD, "codeRequest": answer.json()["codeRequest"]}
        login = await client.post("/api/auth/login", json=body, headers=NATIVE_CLIENT)
        assert get_status_and_code(login) == (403, "email_not_verified")

    @pytest.mark.parametrize("password", ["Пд" * 64, "я" * 128, "Aa1!" * 32])
    async def test_password_of_128_characters_is_accepted_whatever_they_are(
        self, client: ApiClient, password: str
    ) -> None:
        assert (await register(client, password=password)).status_code == 201
        assert (await register(client, "boris@example.com", password=password + "я")).status_code == 422

    async def test_code_confirms_exactly_its_own_registration(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await register(client)
        clock.move(seconds=61)
        await register(client, password="Пароль-чужого-1", first_name="Чужой")
        first_message, second_message = await mailbox()
        assert find_code(first_message) != find_code(second_message)
        await verify(client, find_code(first_message))
        assert (await log_in_with(client)).json()["user"]["first_name"] == "Анна"
        assert get_status_and_code(await log_in_with(client, "Пароль-чужого-1")) == (401, "invalid_credentials")
        assert get_status_and_code(await verify(client, find_code(second_message))) == (400, "code_expired")

    async def test_owners_browser_confirms_no_registration_of_another_user(
        self, browser: BrowserFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        owner_browser = browser()
        other_browser = browser()
        await register(owner_browser)
        clock.move(seconds=61)
        await register(other_browser, password="Пароль-чужого-1")
        owner_code, other_code = [find_code(message) for message in await mailbox()]
        assert get_status_and_code(await verify(owner_browser, other_code)) == (400, "invalid_code")
        clock.move(seconds=61)
        await owner_browser.post("/api/auth/resend-code", json={"email": "anna@example.com"})
        resent_code = find_code((await mailbox())[2])
        assert (await verify(owner_browser, resent_code)).status_code == 200, (
            "a resend is for the owner's own registration"
        )
        assert (await log_in_with(owner_browser)).status_code == 200
        assert get_status_and_code(await log_in_with(owner_browser, "Пароль-чужого-1")) == (401, "invalid_credentials")
        assert get_status_and_code(await verify(other_browser, owner_code)) == (400, "invalid_code")

    async def test_owners_browser_confirms_no_earlier_registration_of_another_user(
        self, browser: BrowserFactory, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        owner_browser = browser()
        other_browser = browser()
        await register(other_browser, password="Пароль-чужого-1", first_name="Чужой")
        await register(owner_browser)
        [first_message] = await mailbox()
        assert get_status_and_code(await verify(owner_browser, find_code(first_message))) == (400, "invalid_code")
        assert get_status_and_code(await log_in_with(other_browser, "Пароль-чужого-1")) == (403, "email_not_verified")
        clock.move(seconds=61)
        await owner_browser.post("/api/auth/resend-code", json={"email": "anna@example.com"})
        assert (await verify(owner_browser, find_code((await mailbox())[1]))).status_code == 200
        assert (await log_in_with(owner_browser)).json()["user"]["first_name"] == "Анна"
        assert get_status_and_code(await log_in_with(owner_browser, "Пароль-чужого-1")) == (401, "invalid_credentials")

    async def test_a_program_without_cookies_confirms_no_earlier_registration_of_another_user(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        """A program sends its handle in the body. A device without a handle has to know the password of the
        registration.
        """
        # Each client has its own network address.
        owner_headers = {"X-Client": "native", "X-Forwarded-For": "9.9.9.1"}
        other_headers = {"X-Client": "native", "X-Forwarded-For": "8.8.8.1"}
        unknown_device_headers = {"X-Client": "native", "X-Forwarded-For": "7.7.7.1"}

        async def post(path: str, headers: dict[str, str], **body: Any) -> Any:
            client.cookies.clear()
            return await client.post(f"/api/auth/{path}", json={"email": "anna@example.com"} | body, headers=headers)

        await post("register", other_headers, **build_registration_form(password="Пароль-чужого-1", first_name="Чужой"))
        handle = (await post("register", owner_headers, **build_registration_form())).json()["codeRequest"]
        other_message, owner_message = await mailbox()
        refusal_of_other_code = await post(
            "verify-email", owner_headers, code=find_code(other_message), codeRequest=handle
        )
        assert get_status_and_code(refusal_of_other_code) == (400, "invalid_code")
        refusal_without_password = await post("verify-email", unknown_device_headers, code=find_code(owner_message))
        assert get_status_and_code(refusal_without_password) == (403, "confirmation_required")
        refusal_of_wrong_password = await post(
            "verify-email", unknown_device_headers, code=find_code(other_message), password=PASSWORD
        )
        assert get_status_and_code(refusal_of_wrong_password) == (400, "invalid_password")
        assert (
            await post("verify-email", unknown_device_headers, code=find_code(owner_message), password=PASSWORD)
        ).status_code == 200
        assert (await post("login", owner_headers, password=PASSWORD)).json()["user"]["first_name"] == "Анна"
        assert get_status_and_code(await post("login", owner_headers, password="Пароль-чужого-1")) == (
            401,
            "invalid_credentials",
        )

    async def test_taken_and_free_address_give_wrong_codes_the_same_answers(
        self, browser: BrowserFactory, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member("taken@example.com")
        answers: dict[str, list[Any]] = {}
        for email in ("taken@example.com", "free@example.com"):
            first_browser = browser()
            second_browser = browser()
            await register(first_browser, email)
            clock.move(seconds=61)
            await register(second_browser, email)
            answers[email] = [
                get_status_and_code(await verify(http, "000000", email))
                for http in [first_browser] * 6 + [second_browser] * 6
            ]
        assert answers["taken@example.com"] == answers["free@example.com"]

    async def test_ten_registrations_at_once_send_one_code_to_each_network(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        requests_of_first_network = [register(client, password=f"Пароль-номер-{number:02d}") for number in range(5)]
        requests_of_second_network = [
            client.post("/api/auth/register", json=build_registration_form(), headers={"X-Forwarded-For": "9.9.9.9"})
            for _ in range(5)
        ]
        answers = await asyncio.gather(*requests_of_first_network, *requests_of_second_network)
        assert {answer.status_code for answer in answers} == {201}
        assert len(await mailbox()) == 2

    async def test_eleventh_registration_in_an_hour_is_refused_but_422_does_not_count(self, client: ApiClient) -> None:
        for _ in range(12):
            await register(client, is_adult=False)
        answers = [await register(client, f"user{number}@example.com") for number in range(11)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429]
        assert int(answers[-1].headers["retry-after"]) > 3000

    async def test_code_and_password_are_stored_only_as_hashes(
        self, client: ApiClient, mailbox: Mailbox, db: Session
    ) -> None:
        await register(client)
        [message] = await mailbox()
        [code] = await db.scalars(select(MailedCode))
        [registration] = await db.scalars(select(Registration))
        assert find_code(message) not in code.code_hash
        assert registration.password_hash.startswith("$argon2id$")


class TestVerifyEmail:
    async def test_five_wrong_registration_codes_end_the_right_one(self, client: ApiClient, mailbox: Mailbox) -> None:
        await register(client)
        code = find_code((await mailbox())[0])
        wrong_code = f"{(int(code) + 1) % 10**6:06d}"
        for _ in range(5):
            answer = await verify(client, wrong_code)
            assert get_status_and_code(answer) == (400, "invalid_code")
            assert answer.json()["message"] == "Неверный код подтверждения"
        assert get_status_and_code(await verify(client, code)) == (400, "code_expired")

    async def test_registration_code_older_than_ten_minutes_is_expired(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await register(client)
        clock.move(minutes=10, seconds=1)
        assert get_status_and_code(await verify(client, find_code((await mailbox())[0]))) == (400, "code_expired")

    async def test_twenty_uses_of_a_registration_code_at_once_open_one_account(
        self, client: ApiClient, mailbox: Mailbox, db: Session
    ) -> None:
        await register(client)
        code = find_code((await mailbox())[0])
        answers = await asyncio.gather(*[verify(client, code) for _ in range(20)])
        assert sorted(answer.status_code for answer in answers) == [200] + [400] * 19
        assert len((await db.scalars(select(Account))).all()) == 1

    async def test_after_a_resend_both_codes_are_valid_and_share_one_count_of_tries(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await register(client)
        clock.move(seconds=61)
        answer = await client.post("/api/auth/resend-code", json={"email": "anna@example.com"})
        assert answer.json() == {"success": True, "retry_after": 60}
        first_code, second_code = [find_code(message) for message in await mailbox()]
        wrong_code = next(code for code in ("000000", "000001", "000002") if code not in (first_code, second_code))
        for _ in range(4):
            await verify(client, wrong_code)
        assert (await verify(client, first_code)).status_code == 200
        assert get_status_and_code(await verify(client, second_code)) == (400, "code_expired")

    async def test_unknown_and_taken_addresses_get_the_same_refusals(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member("known@example.com")
        answers = {}
        for email in ("known@example.com", "nobody@example.com"):
            await client.post("/api/auth/resend-code", json={"email": email})
            answers[email] = [get_status_and_code(await verify(client, "123456", email)) for _ in range(7)]
        assert answers["known@example.com"] == answers["nobody@example.com"]

    async def test_others_do_not_learn_that_an_address_was_just_verified(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        await register(client)
        code = find_code((await mailbox())[0])
        assert (await verify(client, code)).status_code == 200
        guess = f"{(int(code) + 1) % 10**6:06d}"
        answers = [
            get_status_and_code(await verify(client, guess, email))
            for email in ("anna@example.com", "nobody@example.com")
        ]
        assert answers == [(400, "invalid_code")] * 2

    async def test_wrong_codes_are_counted_alike_over_two_registrations(
        self, client: ApiClient, member: MemberFactory, clock: MovableClock
    ) -> None:
        await member("known@example.com")
        answers: dict[str, list[tuple[int, str]]] = {}
        for email in ("known@example.com", "nobody@example.com"):
            answers[email] = []
            for _ in range(2):
                await register(client, email)
                answers[email] += [get_status_and_code(await verify(client, "not it", email)) for _ in range(4)]
                clock.move(seconds=61)
        assert answers["known@example.com"] == answers["nobody@example.com"]

    @pytest.mark.parametrize("code", ["", "1234567", "   "])
    async def test_malformed_registration_code_is_422(self, client: ApiClient, code: str) -> None:
        assert get_status_and_code(await verify(client, code)) == (422, "validation_error")


class TestResendCode:
    async def test_resend_of_a_registration_code_within_a_minute_is_429(
        self, client: ApiClient, clock: MovableClock
    ) -> None:
        await register(client)
        early_answer = await client.post("/api/auth/resend-code", json={"email": "anna@example.com"})
        assert early_answer.status_code == 429
        assert 0 < int(early_answer.headers["retry-after"]) <= 60
        clock.move(seconds=61)
        later_answer = await client.post("/api/auth/resend-code", json={"email": "anna@example.com"})
        assert later_answer.status_code == 200

    async def test_known_and_unknown_addresses_get_the_same_answer(
        self, client: ApiClient, member: MemberFactory, mailbox: Mailbox
    ) -> None:
        await member("known@example.com")
        for email in ("known@example.com", "nobody@example.com"):
            statuses = [
                (await client.post("/api/auth/resend-code", json={"email": email})).status_code for _ in range(2)
            ]
            assert statuses == [200, 429]
        assert await mailbox() == []
