"""Emails: every text renders, a code is on a separate line, user input never becomes markup."""

import email.policy
from email import message_from_bytes
from pathlib import Path

import pytest
from auth.accounts import emails
from auth.accounts.tables import SiteSettingsCopy
from auth.mail_preview import render_previews
from auth.runtime import AuthRuntime
from auth.settings import Settings
from chassis.mail.mail_queue import build_message
from chassis.mail.preview import write_part
from chassis.testing.fixture_types import ApiClient, EventDelivery, Mailbox
from chassis.testing.plugin import MovableClock
from contracts.content import SettingsChanged

from services.auth.tests.auth_forms import build_registration_form


def test_preview_shows_every_email(tmp_path: Path) -> None:
    assert {preview.name for preview in render_previews()} == emails.TEXTS.kinds.keys()
    part = write_part(tmp_path, "auth", render_previews()).read_text("utf-8")
    assert all(kind in part for kind in emails.TEXTS.kinds)


@pytest.mark.parametrize("kind", [kind for kind in emails.TEXTS.kinds if kind.endswith("_code")])
def test_code_stands_alone_on_a_line_of_the_text_part(kind: str) -> None:
    message = emails.render(kind, SiteSettingsCopy(), Settings(), name="Анна", code="042917", provider="VK")
    assert "042917" in message.text.splitlines()
    assert "042917" not in message.subject, "the subject stays in the database after the text was sent and deleted"
    assert "042917" in str(message.html)


def test_markup_in_values_is_escaped() -> None:
    name = '<img src=x onerror=alert(1)>"'
    message = emails.render("reset_code", SiteSettingsCopy(), Settings(), name=name, code="042917")
    assert "<img" not in str(message.html)


async def test_typed_name_is_absent_from_a_registration_email(client: ApiClient, mailbox: Mailbox) -> None:
    await client.post("/api/auth/register", json=build_registration_form(first_name="Приз на spam.example"))
    [message] = await mailbox()
    assert "spam.example" not in f"{message.text}{message.html}"


def build_settings_changed(site_name: str) -> SettingsChanged:
    return SettingsChanged(
        site_name=site_name,
        site_description="",
        contact_phone="+7 495 000-00-77",
        contact_email="hello@example.com",
        contact_address="",
        showroom_address="",
        working_hours="всегда",
    )


async def test_emails_carry_the_name_and_the_phone_of_the_site(
    client: ApiClient, deliver: EventDelivery, mailbox: Mailbox
) -> None:
    await deliver(build_settings_changed("Новый Меридиан"))
    await client.post("/api/auth/register", json=build_registration_form())
    [message] = await mailbox()
    assert "Новый Меридиан" in message.text
    assert "+7 495 000-00-77" in str(message.html)


async def test_older_settings_that_arrive_later_do_not_replace_newer_ones(
    client: ApiClient, deliver: EventDelivery, mailbox: Mailbox, clock: MovableClock
) -> None:
    event = build_settings_changed("Новый Меридиан")
    await deliver(event)
    clock.move(minutes=-5)
    await deliver(event.model_copy(update={"site_name": "Прежний Меридиан"}))
    clock.move(minutes=5)
    await client.post("/api/auth/register", json=build_registration_form())
    [message] = await mailbox()
    assert "Новый Меридиан" in message.text
    assert "Прежний Меридиан" not in message.text


async def test_email_is_multipart_and_its_plain_part_comes_first(
    client: ApiClient, mailbox: Mailbox, runtime: AuthRuntime
) -> None:
    await client.post("/api/auth/register", json=build_registration_form())
    [message] = await mailbox()
    message_bytes = build_message(message, runtime.settings, runtime.now()).as_bytes()
    mail = message_from_bytes(message_bytes, policy=email.policy.default)
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert mail["Auto-Submitted"] == "auto-generated"
    text_part = mail.get_body(("plain",))
    assert text_part is not None
    assert any(line.strip().isdigit() for line in text_part.get_content().splitlines())
