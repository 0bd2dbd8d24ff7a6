"""Emails that cannot be delivered are retried or fail for good, and operators see both."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import SMTP, default
from itertools import cycle, islice
from typing import Any

import aiosmtplib
import pytest
from aiosmtpd.controller import Controller
from chassis.mail import mail_queue
from chassis.mail.addresses import convert_to_smtp_mailbox, parse_email_address
from chassis.mail.mail_queue import QueuedEmail
from chassis.runtime import AnyRuntime
from chassis.settings import CommonSettings
from chassis.testing.plugin import MovableClock, wait_for
from chassis.testing.ports import find_free_port
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from sqlalchemy import select
from sqlmodel import col
from structlog.testing import capture_logs


class MailServer:
    """A mail server that gives `answer` to every recipient. `accepted` has the recipients of each accepted email."""

    def __init__(self) -> None:
        self.answer = "250 OK"
        self.accepted: list[Any] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.accepted.append(envelope.rcpt_tos)
        return "250 OK"


@pytest.fixture
def mail_server(runtime: AnyRuntime) -> Iterator[MailServer]:
    server = MailServer()
    port = find_free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    original_settings = runtime.settings
    smtp_url = type(original_settings.smtp_url)(f"smtp://127.0.0.1:{port}")
    runtime.settings = original_settings.model_copy(update={"smtp_url": smtp_url})
    yield server
    runtime.settings = original_settings
    controller.stop()


def read_count(result: str) -> float:
    value: float = mail_queue.EMAIL_RESULTS.labels(result)._value.get()
    return value


async def queue_code_email(runtime: AnyRuntime) -> None:
    async with runtime.database.transaction() as db:
        await mail_queue.queue_email(db, to="anna@example.com", subject="Код", text="042917", kind="code")


async def wait_for_email(runtime: AnyRuntime, condition: Callable[[QueuedEmail], object]) -> QueuedEmail:
    """Wait until the only queued email meets the condition. The service's own worker sends it meanwhile."""

    async def find_email() -> QueuedEmail | None:
        async with runtime.database.reading() as db:
            email: QueuedEmail = (await db.scalars(select(QueuedEmail))).one()
        return email if condition(email) else None

    email: QueuedEmail = await wait_for(find_email)
    return email


async def test_an_email_refused_for_good_is_given_up_counted_and_logged(
    runtime: AnyRuntime, mail_server: MailServer
) -> None:
    mail_server.answer = "550 no such user"
    failed_before = read_count("failed")
    with capture_logs() as logs:
        await queue_code_email(runtime)
        email = await wait_for_email(runtime, lambda email: email.failed_at)
    assert (email.attempts, email.text, email.error) == (1, "", "SMTPRecipientsRefused")
    assert read_count("failed") == failed_before + 1
    [line] = [line for line in logs if line["event"] == "mail_failed"]
    assert (line["log_level"], line["email_id"], line["kind"]) == ("error", str(email.id), "code")
    assert "anna@example.com" not in str(line)


async def test_an_email_refused_for_now_waits_and_its_age_is_shown(
    runtime: AnyRuntime, mail_server: MailServer, clock: MovableClock
) -> None:
    # On a slow machine the email would be due again before its age is read.
    clock.freeze(clock())
    mail_server.answer = "451 try later"
    retried_before = read_count("retried")
    await queue_code_email(runtime)
    email = await wait_for_email(runtime, lambda email: email.error)
    assert (email.attempts, email.failed_at, email.text) == (1, None, "042917")
    assert read_count("retried") == retried_before + 1
    mail_server.answer = "250 OK"
    # The email is due again after five seconds. The worker measures the queue every second, even while no email is due.
    clock.move(seconds=2)
    await wait_for(
        lambda: mail_queue.WAITING_EMAILS._value.get() == 1 and mail_queue.OLDEST_EMAIL_AGE._value.get() >= 2
    )
    clock.move(minutes=1)
    await wait_for_email(runtime, lambda email: email.sent_at)
    await wait_for(lambda: (mail_queue.WAITING_EMAILS._value.get(), mail_queue.OLDEST_EMAIL_AGE._value.get()) == (0, 0))
    assert mail_server.accepted == [["anna@example.com"]]


@pytest.mark.parametrize("start", ["Изменён вход в кабинет", "Вход с устройства", "Code", "Заявка № 7 принята"])
def test_no_subject_loses_a_space(runtime: AnyRuntime, start: str) -> None:
    now = runtime.now()
    for word_count in range(1, 12):
        words = islice(cycle(("добавлен", "ключ", "key", "доступа")), word_count)
        subject = f"{start}: {' '.join(words)}"
        email = QueuedEmail(recipient="anna@example.com", subject=subject, text="-", created_at=now, due_at=now)
        for policy in (SMTP, default):
            sent_bytes = mail_queue.build_message(email, runtime.settings, now).as_bytes(policy=policy)
            assert message_from_bytes(sent_bytes, policy=default)["Subject"] == subject


async def test_withheld_email_is_stored_without_text_and_not_sent(runtime: AnyRuntime, mail_server: MailServer) -> None:
    async with runtime.database.transaction() as db:
        await mail_queue.queue_email(
            db, to="boris@example.com", subject="Код", text="173205", html="<p>", is_withheld=True
        )
    await queue_code_email(runtime)
    await wait_for(lambda: mail_server.accepted == [["anna@example.com"]])
    async with runtime.database.reading() as db:
        [withheld_email] = await db.scalars(select(QueuedEmail).where(col(QueuedEmail.recipient) == ""))
    assert (withheld_email.text, withheld_email.html, withheld_email.attempts) == ("", None, 0)


MALFORMED_ADDRESSES = [
    "=?utf-8?q??=@example.com",
    "=?utf-8?b?YQpi?=@example.com",
    "=?unicode_escape?b?XHVkODAw?=@example.com",
    "=?utf-8?b?YQBi?=@example.com",
    "=?utf-8?b?//4=?=@example.com",
    "no address at all",
    "a@b@example.com",
]


async def test_email_that_cannot_be_built_does_not_stop_other_emails(
    runtime: AnyRuntime, mail_server: MailServer
) -> None:
    """Such emails come first in the queue. None of them may end the worker or be sent again before the others."""
    addresses = MALFORMED_ADDRESSES * 8
    async with runtime.database.transaction() as db:
        for address in addresses:
            await mail_queue.queue_email(db, to=address, subject="x", text="x")
        await mail_queue.queue_email(db, to="anna@example.com", subject="Код", text="042917")
    await wait_for(lambda: mail_server.accepted == [["anna@example.com"]])

    async def find_all_failed() -> list[QueuedEmail] | None:
        async with runtime.database.reading() as db:
            rows = list(await db.scalars(select(QueuedEmail).where(col(QueuedEmail.failed_at).is_not(None))))
        return rows if len(rows) == len(addresses) else None

    rows = await wait_for(find_all_failed)
    assert {(row.text, row.attempts) for row in rows} == {("", 1)}


async def test_an_unexpected_error_counts_an_attempt(
    runtime: AnyRuntime, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_unexpectedly(*_: object, **__: object) -> None:
        raise RuntimeError("unexpected")

    with monkeypatch.context() as patch:
        patch.setattr(aiosmtplib, "send", fail_unexpectedly)
        await queue_code_email(runtime)
        email = await wait_for_email(runtime, lambda email: email.error)
    assert (email.attempts, email.failed_at, email.error) == (1, None, "RuntimeError")


async def test_an_email_of_a_crashed_replica_is_sent_after_its_lease(
    runtime: AnyRuntime, mail_server: MailServer, clock: MovableClock
) -> None:
    """A replica has claimed the row and crashed. No other replica takes it until the lease ends."""
    async with runtime.database.transaction() as db:
        now = runtime.now()
        times: dict[str, Any] = {"created_at": now, "due_at": now + mail_queue.LEASE}
        db.add(QueuedEmail(recipient="anna@example.com", subject="Код", text="1", attempts=1, **times))
    runtime.notify("mail")
    assert not await mail_queue.Mailer(runtime).step()
    clock.move(seconds=mail_queue.LEASE.total_seconds() + 1)
    runtime.notify("mail")
    await wait_for_email(runtime, lambda email: email.sent_at)
    assert mail_server.accepted == [["anna@example.com"]]


LOCAL = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(st.one_of(st.emails(), st.builds("{}@{}".format, LOCAL, st.sampled_from(["example.com", "почта.рф", "a.b"]))))
def test_an_accepted_address_is_sent_to_exactly_that_mailbox(address: str) -> None:
    try:
        accepted_address = parse_email_address(address)
    except ValueError:
        return
    now = datetime(2026, 1, 1, tzinfo=UTC)
    email = QueuedEmail(recipient=accepted_address, subject="Код", text="1", created_at=now, due_at=now)
    built_message = message_from_bytes(
        mail_queue.build_message(email, CommonSettings(), now).as_bytes(policy=SMTP), policy=default
    )
    [to] = built_message["To"].addresses
    local_part, domain = convert_to_smtp_mailbox(accepted_address)
    assert (to.username, to.domain) == (local_part, domain)
    assert (local_part, domain.encode().decode("idna")) == tuple(accepted_address.rsplit("@", 1))


@pytest.mark.parametrize(
    "address", [*MALFORMED_ADDRESSES, '"a b"@example.com', "почта@example.com", "a@-example-.com", "a\x00@b.com"]
)
def test_addresses_that_reach_another_mailbox_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="Проверьте адрес электронной почты"):
        parse_email_address(address)


def test_structured_headers_are_neither_folded_nor_encoded(runtime: AnyRuntime) -> None:
    """RFC 2047 section 5 forbids encoded words in these headers.

    A mail program offers no one-click unsubscribe (RFC 8058) if the link is encoded.
    """
    link = f"<https://meridian.example/api/notifications/unsubscribe?token={'0123456789abcdef' * 12}>"
    headers = {"List-Unsubscribe": link, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    now = runtime.now()
    email = QueuedEmail(
        recipient="anna@example.com", subject="Вести", text="1", headers=headers, created_at=now, due_at=now
    )
    message = mail_queue.build_message(email, runtime.settings, now).as_bytes(policy=SMTP)
    head, _, _ = message.partition(b"\r\n\r\n")
    lines = head.decode("ascii").split("\r\n")
    assert [line for line in lines if line.startswith("List-")] == [
        f"{name}: {value}" for name, value in headers.items()
    ]
    assert [line.partition(":")[0] for line in lines if "=?" in line and line[0] not in " \t"] == ["From", "Subject"]


def test_a_header_with_a_line_break_is_refused(runtime: AnyRuntime) -> None:
    now = runtime.now()
    headers = {"X": "a\r\nBcc: b"}
    email = QueuedEmail(recipient="a@example.com", subject="", text="", headers=headers, created_at=now, due_at=now)
    with pytest.raises(ValueError, match="printable"):
        mail_queue.build_message(email, runtime.settings, now)


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("smtps://mail.example.com", 465),
        ("smtps://mail.example.com:2465", 2465),
        ("smtp://mail.example.com", 25),
        ("smtp://mail.example.com:587", 587),
    ],
)
def test_port_follows_the_scheme_unless_the_url_names_a_port(url: str, port: int) -> None:
    options = mail_queue.build_server_options(CommonSettings(smtp_url=SecretStr(url)))
    assert options["port"] == port


@pytest.mark.parametrize(
    ("url", "use_tls", "start_tls"),
    [
        ("smtps://user:secret@mail.example.com:465", True, False),
        ("smtp://user:secret@mail.example.com:587", False, True),
        ("smtp://mail.example.com", False, True),
        ("smtp://127.0.0.1:1025", False, False),
        ("smtp://mail:1025", False, False),
    ],
)
def test_a_connection_beyond_this_machine_is_encrypted(url: str, use_tls: bool, start_tls: bool) -> None:
    options = mail_queue.build_server_options(CommonSettings(smtp_url=SecretStr(url)))
    assert (options["use_tls"], options["start_tls"]) == (use_tls, start_tls)


async def test_nothing_is_sent_to_a_server_that_offers_no_encryption(
    runtime: AnyRuntime, mail_server: MailServer
) -> None:
    """An attacker may have removed STARTTLS from the answer."""
    runtime.settings = runtime.settings.model_copy(update={"smtp_local_hosts": "mail"})
    await queue_code_email(runtime)
    email = await wait_for_email(runtime, lambda email: email.error)
    assert (email.error, email.sent_at) == ("SMTPException", None)
    assert mail_server.accepted == []
