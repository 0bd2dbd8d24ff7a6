"""Letters: every wording renders, codes stand alone, nothing a stranger typed becomes markup."""

import email.policy
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from auth.letters import service
from auth.letters.tables import Letterhead
from auth.mail_preview import write
from auth.settings import Settings
from auth_forms import wish
from chassis.mail import message
from contracts.content import SettingsChanged


def test_preview_shows_every_letter(tmp_path: Path) -> None:
    pages = write(tmp_path)
    assert {page.stem for page in pages} == {"index", *service.wording()}
    assert all(page.stat().st_size > 100 for page in pages)


@pytest.mark.parametrize("kind", [kind for kind in service.wording() if kind.endswith("_code")])
def test_code_stands_alone_on_a_line_of_the_text_part(kind: str) -> None:
    letter = service.render(kind, Letterhead(), Settings(), name="Анна", code="042917", provider="VK")
    assert "042917" in letter.text.splitlines()
    assert "042917" not in letter.subject, "the subject stays in the database"
    assert "042917" in letter.html


def test_markup_in_values_is_escaped_and_links_stay_ours() -> None:
    name = '<img src=x onerror=alert(1)>"'
    letter = service.render("reset_code", Letterhead(), Settings(), name=name, code="042917")
    assert "<img" not in letter.html


async def test_stranger_cannot_put_words_into_a_registration_letter(client: Any, mailbox: Any) -> None:
    await client.post("/api/auth/register", json=wish(first_name="Приз на spam.example"))
    [letter] = await mailbox()
    assert "spam.example" not in letter.text + letter.html


async def test_letters_carry_the_sites_own_name(client: Any, deliver: Any, mailbox: Any, clock: Any) -> None:
    fact = SettingsChanged(
        site_name="Новый Меридиан",
        site_description="",
        contact_phone="+7 495 000-00-77",
        contact_email="hello@example.com",
        contact_address="",
        showroom_address="",
        working_hours="всегда",
    )
    await deliver(fact)
    clock.move(minutes=-5)
    await deliver(fact.model_copy(update={"site_name": "Прежний Меридиан"}))
    clock.move(minutes=5)
    await client.post("/api/auth/register", json=wish())
    [letter] = await mailbox()
    assert "Новый Меридиан" in letter.text
    assert "+7 495 000-00-77" in letter.html


async def test_multipart_with_the_plain_part_first(client: Any, mailbox: Any, runtime: Any) -> None:
    await client.post("/api/auth/register", json=wish())
    [letter] = await mailbox()
    raw = message(letter, runtime.settings, runtime.clock()).as_bytes()
    mail = message_from_bytes(raw, policy=email.policy.default)
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert any(line.strip().isdigit() for line in mail.get_body(("plain",)).get_content().splitlines())
