"""The email probe, against a mail server that accepts only its own domain."""

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from chassis.testing.ports import find_free_port
from pydantic import SecretStr
from status.probes.checks import run_probe
from status.runtime import StatusRuntime


class MailServer:
    """A mail server that accepts only its own domain, and stores which addresses were offered."""

    def __init__(self, domain: str) -> None:
        self.domain = domain
        self.offered_addresses: list[str] = []

    def _answer(self, address: str) -> str:
        self.offered_addresses.append(address)
        return "250 OK" if address.endswith(f"@{self.domain}") else "550 Not our domain"

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        envelope.mail_from = address
        return self._answer(address)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        envelope.rcpt_tos.append(address)
        return self._answer(address)


@pytest.fixture
def mail_server(runtime: StatusRuntime) -> Iterator[MailServer]:
    server = MailServer("meridian.example")
    port = find_free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    earlier_settings = runtime.settings
    runtime.settings = earlier_settings.model_copy(
        update={
            "smtp_url": SecretStr(f"smtp://127.0.0.1:{port}"),
            "mail_from": "Меридиан Авто <noreply@meridian.example>",
        }
    )
    yield server
    runtime.settings = earlier_settings
    controller.stop()


class TestEmail:
    async def test_the_probe_offers_the_address_that_sends_the_emails_of_the_site(
        self, runtime: StatusRuntime, mail_server: MailServer
    ) -> None:
        assert (await run_probe("email", runtime)).status == "operational"
        assert mail_server.offered_addresses == ["noreply@meridian.example"] * 2

    async def test_a_mail_server_that_refuses_the_address_is_down(
        self, runtime: StatusRuntime, mail_server: MailServer
    ) -> None:
        runtime.settings = runtime.settings.model_copy(update={"probe_mail": "probe@elsewhere.example"})
        result = await run_probe("email", runtime)
        assert result.status == "down"
        assert result.failed_parts == {"mail"}
        assert mail_server.offered_addresses == ["probe@elsewhere.example"]
