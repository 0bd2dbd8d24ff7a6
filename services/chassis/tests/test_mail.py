"""Emails that cannot be delivered: tried again or given up, and seen by operators either way."""

import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import SMTP, default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from chassis import mail
from chassis.mail import QueuedEmail
from chassis.testing.plugin import eventually
from sqlalchemy import select
from sqlmodel import col
from structlog.testing import capture_logs


class Server:
    """A mail server that answers every recipient as it is sent to."""

    def __init__(self) -> None:
        self.answer, self.taken = "250 OK", []  # type: ignore[var-annotated]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append(envelope.rcpt_tos)
        return "250 OK"


@pytest.fixture
def mail_server(runtime: Any) -> Iterator[Server]:
    server = Server()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    before = runtime.settings
    smtp_url = type(before.smtp_url)(f"smtp://127.0.0.1:{port}")
    runtime.settings = before.model_copy(update={"smtp_url": smtp_url})
    yield server
    runtime.settings = before
    controller.stop()


def count(result: str) -> float:
    value: float = mail.SENT.labels(result)._value.get()
    return value


async def write(runtime: Any) -> None:
    async with runtime.database.transaction() as db:
        await mail.queue(db, to="anna@example.com", subject="Код", text="042917", kind="code")


async def letter_that(runtime: Any, claim: Callable[[QueuedEmail], object]) -> QueuedEmail:
    """The only email, once this is true of it; the service's own worker sends."""

    async def found() -> QueuedEmail | None:
        async with runtime.database.reading() as db:
            email: QueuedEmail = (await db.scalars(select(QueuedEmail))).one()
        return email if claim(email) else None

    email: QueuedEmail = await eventually(found)
    return email


async def test_refused_for_good_is_given_up_counted_and_logged(runtime: Any, mail_server: Server) -> None:
    mail_server.answer = "550 no such user"
    failed = count("failed")
    with capture_logs() as logs:
        await write(runtime)
        email = await letter_that(runtime, lambda email: email.failed_at)
    assert (email.attempts, email.text, email.error) == (1, "", "SMTPRecipientsRefused")
    assert count("failed") == failed + 1
    [line] = [line for line in logs if line["event"] == "mail_failed"]
    assert (line["log_level"], line["email"], line["kind"]) == ("error", str(email.id), "code")
    assert "anna@example.com" not in str(line)


async def test_refused_for_now_waits_and_its_age_is_shown(runtime: Any, mail_server: Server, clock: Any) -> None:
    mail_server.answer = "451 try later"
    retried = count("retried")
    await write(runtime)
    email = await letter_that(runtime, lambda email: email.attempts)
    assert (email.attempts, email.failed_at, email.text) == (1, None, "042917")
    assert count("retried") == retried + 1
    mail_server.answer = "250 OK"
    clock.move(seconds=4)
    await eventually(lambda: mail.WAITING._value.get() == 1 and mail.OLDEST._value.get() >= 4)
    clock.move(minutes=1)
    await letter_that(runtime, lambda email: email.sent_at)
    await eventually(lambda: (mail.WAITING._value.get(), mail.OLDEST._value.get()) == (0, 0))
    assert mail_server.taken == [["anna@example.com"]]


@pytest.mark.parametrize("start", ["Изменён вход в кабинет", "Вход с устройства", "Code", "Заявка № 7 принята"])
def test_no_subject_loses_a_space(runtime: Any, start: str) -> None:
    now = runtime.clock()
    for words in range(1, 12):
        subject = f"{start}: " + " ".join(["добавлен", "ключ", "key", "доступа"][n % 4] for n in range(words))
        email = QueuedEmail(recipient="anna@example.com", subject=subject, text="-", created_at=now, due_at=now)
        for policy in (SMTP, default):
            sent = mail.message(email, runtime.settings, now).as_bytes(policy=policy)
            assert message_from_bytes(sent, policy=default)["Subject"] == subject


async def test_withheld_letter_says_nothing_and_goes_nowhere(runtime: Any, mail_server: Server) -> None:
    async with runtime.database.transaction() as db:
        await mail.queue(db, to="boris@example.com", subject="Код", text="173205", html="<p>", withheld=True)
    await write(runtime)
    await eventually(lambda: mail_server.taken == [["anna@example.com"]])
    async with runtime.database.reading() as db:
        [withheld] = await db.scalars(select(QueuedEmail).where(col(QueuedEmail.recipient) == ""))
    assert (withheld.text, withheld.html, withheld.attempts) == ("", None, 0)
