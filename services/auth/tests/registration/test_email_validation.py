"""Validation of a typed email address: syntax, typos, disposable domains, DNS."""

import asyncio
from typing import Any

import dns.asyncresolver
import dns.message
import dns.resolver
import pytest
from auth.registration import email_validation
from auth.registration.email_providers import find_intended_provider
from chassis.testing.fixture_types import ApiClient

from services.auth.tests.fixture_types import MemberFactory, SettingsOverride


async def check(client: ApiClient, email: str) -> dict[str, Any]:
    answer = await client.post("/api/auth/validate-email", json={"email": email})
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.parametrize(
    ("domain", "intended_provider"),
    [
        ("gmial.com", "gmail.com"),
        ("gmail.con", "gmail.com"),
        ("gmai.com", "gmail.com"),
        ("gmaill.com", "gmail.com"),
        ("yandx.ru", "yandex.ru"),
        ("yandex.ry", "yandex.ru"),
        ("jandex.ru", "yandex.ru"),
        ("mail.ry", "mail.ru"),
        ("maul.ru", "mail.ru"),
        ("ramler.ru", "rambler.ru"),
        ("outlok.com", "outlook.com"),
        ("gmail.ru", "gmail.com"),
        ("yandex.ru", None),
        ("ya.ru", None),
        ("bk.ru", None),
        ("ymail.com", None),
        ("example.com", None),
        ("company.ru", None),
    ],
)
def test_misspelt_domain_is_corrected(domain: str, intended_provider: str | None) -> None:
    assert find_intended_provider(domain) == intended_provider


class TestValidateEmail:
    async def test_valid_email_address_is_accepted(self, client: ApiClient) -> None:
        body = await check(client, "Anna@Example.com")
        assert body == {"isValid": True, "message": "Адрес в порядке", "warning": None, "correctedEmail": None}

    async def test_typo_in_an_email_domain_is_corrected(self, client: ApiClient) -> None:
        body = await check(client, "anna@gmial.com")
        assert body["correctedEmail"] == "anna@gmail.com"
        assert body["warning"]

    async def test_disposable_domain_gets_a_warning(self, client: ApiClient) -> None:
        for domain in ("mailinator.com", "sub.mailinator.com"):
            body = await check(client, f"anna@{domain}")
            assert (body["isValid"], bool(body["warning"])) == (True, True)

    @pytest.mark.parametrize("email", ["", "anna", "anna@", "@example.com", "a b@example.com", "a@b", "\x00@x.ru"])
    async def test_malformed_address_gets_a_hint_and_is_not_refused(self, client: ApiClient, email: str) -> None:
        body = await check(client, email)
        assert (body["isValid"], body["message"]) == (False, "Проверьте адрес: так он написан с ошибкой")

    async def test_unfinished_address_of_a_known_provider_is_completed(self, client: ApiClient) -> None:
        assert (await check(client, "anna@gmail"))["correctedEmail"] == "anna@gmail.com"

    async def test_check_never_reveals_whether_an_account_exists(
        self, client: ApiClient, member: MemberFactory
    ) -> None:
        await member("known@example.com")
        assert await check(client, "known@example.com") == await check(client, "nobody@example.com")

    async def test_checks_over_the_limit_are_refused(
        self, client: ApiClient, override_settings: SettingsOverride
    ) -> None:
        override_settings(validate_email_per_minute=3)
        body = {"email": "anna@example.com"}
        statuses = [(await client.post("/api/auth/validate-email", json=body)).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]


class TestDns:
    @pytest.mark.parametrize(
        ("failure", "is_valid"),
        [
            (dns.resolver.NXDOMAIN(), False),
            (dns.resolver.LifetimeTimeout(timeout=1, errors=[]), True),
            (TimeoutError(), True),
            (OSError(), True),
        ],
    )
    async def test_dns_failure_does_not_make_a_domain_invalid(
        self,
        client: ApiClient,
        override_settings: SettingsOverride,
        monkeypatch: pytest.MonkeyPatch,
        failure: Exception,
        is_valid: bool,
    ) -> None:
        async def resolve(*_: Any, **__: Any) -> Any:
            raise failure

        override_settings(mx_lookup=True)
        monkeypatch.setattr(dns.asyncresolver, "resolve", resolve)
        assert (await check(client, "anna@company-somewhere.ru"))["isValid"] is is_valid

    @pytest.mark.parametrize(("existing_record_type", "is_valid"), [("A", True), ("AAAA", True), (None, False)])
    async def test_domain_without_mx_needs_an_a_or_aaaa_record(
        self,
        client: ApiClient,
        override_settings: SettingsOverride,
        monkeypatch: pytest.MonkeyPatch,
        existing_record_type: str | None,
        is_valid: bool,
    ) -> None:
        async def resolve(_: str, kind: str, **__: Any) -> Any:
            if kind != existing_record_type:
                raise dns.resolver.NoAnswer(response=dns.message.make_response(dns.message.make_query("x", kind)))

        override_settings(mx_lookup=True)
        monkeypatch.setattr(dns.asyncresolver, "resolve", resolve)
        assert (await check(client, "anna@company-somewhere.ru"))["isValid"] is is_valid

    async def test_all_dns_lookups_share_one_time_limit(
        self, client: ApiClient, override_settings: SettingsOverride, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        requested_types = []

        async def resolve(_: str, kind: str, **__: Any) -> Any:
            requested_types.append(kind)
            if kind == "MX":
                raise dns.resolver.NoAnswer(response=dns.message.make_response(dns.message.make_query("x", kind)))
            await asyncio.Event().wait()

        override_settings(mx_lookup=True)
        monkeypatch.setattr(dns.asyncresolver, "resolve", resolve)
        monkeypatch.setattr(email_validation, "DNS_TIMEOUT_SECONDS", 0.05)
        assert (await check(client, "anna@company-somewhere.ru"))["isValid"] is True
        assert requested_types == ["MX", "A"]
