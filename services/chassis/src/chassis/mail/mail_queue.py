"""Emails: stored in the transaction of the change, sent later over SMTP, retried with growing delays."""

import asyncio
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from time import monotonic
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit
from uuid import UUID

import aiosmtplib
import structlog
from prometheus_client import Counter, Gauge
from pydantic import SecretStr
from sqlalchemy import Column, Index, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.database import session
from chassis.database.tables import Entity, UtcDateTime
from chassis.mail.addresses import smtp_mailbox
from chassis.mail.headers import Subject, UnfoldedHeader

log = structlog.get_logger()
SENT = Counter("mail_total", "Emails by result", ["result"])
WAITING = Gauge("mail_waiting", "Emails not yet accepted by the mail server")
OLDEST = Gauge("mail_oldest_seconds", "Age of the oldest email not yet accepted by the mail server")
RETRIES = [timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 3600 * 3, 3600 * 6, 3600 * 12)]
RETENTION = timedelta(days=30)
# How long one replica may take to send an email before another replica takes it over.
LEASE = timedelta(seconds=90)
SEND_SECONDS = 60.0
# Bulk senders (newsletter, campaigns) wait while more emails than this are queued, so that they delay no single email.
BULK_SEND_THRESHOLD = 60
GAUGE_SECONDS = 1.0


class Settings(Protocol):
    """The mail server, as a URL with user and password, and the sender of all emails."""

    @property
    def smtp_url(self) -> SecretStr: ...

    @property
    def mail_from(self) -> str: ...


class Runtime(session.Clock, Protocol):
    """What the emails need of the running service; the chassis' Runtime has it."""

    @property
    def settings(self) -> Settings: ...

    @property
    def database(self) -> "session.Database[Runtime]": ...

    def notify(self, worker: str) -> None:
        """Run the next step of a worker now; `mail` is the one that sends."""


Session = session.Session[Runtime]


class QueuedEmail(Entity, table=True):
    """An email to be sent. Its text is deleted once it is sent or has failed for good: it may hold a code."""

    __tablename__ = "mail_outbox"
    __table_args__ = (Index("mail_due", "due_at", postgresql_where=text("sent_at IS NULL AND failed_at IS NULL")),)
    kind: str = ""
    recipient: str
    subject: str
    text: str
    html: str | None = None
    headers: dict[str, str] = Field(default_factory=dict, sa_column=Column(JSONB, nullable=False))
    created_at: datetime = Field(sa_type=UtcDateTime)
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    error: str | None = None


async def queue(
    db: Session,
    *,
    to: str,
    subject: str,
    text: str,
    html: str | None = None,
    kind: str = "",
    headers: dict[str, str] | None = None,
    withheld: bool = False,
) -> UUID:
    """Store an email in the current transaction; it is sent after the commit. Returns its id.

    A `withheld` email takes the same work and is never sent, so that timing does not reveal that there was none.
    """
    now = db.now()
    email = QueuedEmail(
        kind=kind,
        recipient="" if withheld else to,
        subject=" ".join(subject.split()),
        text="" if withheld else text,
        html=None if withheld else html,
        headers=headers or {},
        created_at=now,
        due_at=now,
        sent_at=now if withheld else None,
    )
    db.add(email)
    db.after_commit(db.runtime.notify, "mail")
    return email.id


OPEN = col(QueuedEmail.sent_at).is_(None) & col(QueuedEmail.failed_at).is_(None)


async def waiting(db: AsyncSession) -> int:
    """How many emails are queued."""
    return await db.scalar(select(func.count()).select_from(QueuedEmail).where(OPEN)) or 0


async def delete_to(db: AsyncSession, address: str) -> None:
    """Delete the queued and the sent emails to an address, compared without case."""
    await db.execute(delete(QueuedEmail).where(func.lower(col(QueuedEmail.recipient)) == address.lower()))


class Mailer:
    """Sends the queued emails of a service."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime, self._gauges_at = runtime, 0.0

    async def step(self) -> bool:
        """Send the next due email; true when there was one.

        The row is claimed in one transaction and the result stored in another, so that no connection is held during
        SMTP and an attempt is counted even if the process crashes while sending. The lease lets another replica take
        over then.
        """
        runtime = self._runtime
        async with runtime.database.transaction() as db:
            now = runtime.now()
            due = select(QueuedEmail).where(OPEN, col(QueuedEmail.due_at) <= now).order_by(col(QueuedEmail.due_at))
            email = (await db.scalars(due.limit(1).with_for_update(skip_locked=True))).first()
            # At most once a second: counting the whole queue for each email would take quadratic time.
            if email is None or monotonic() - self._gauges_at >= GAUGE_SECONDS:
                self._gauges_at = monotonic()
                await _update_gauges(db, now)
            if email is None:
                return False
            email.attempts, email.due_at = email.attempts + 1, now + LEASE
        error = await _try_to_send(email, runtime.settings, now)
        async with runtime.database.transaction() as db:
            this = col(QueuedEmail.id) == email.id
            await db.execute(update(QueuedEmail).where(this, OPEN).values(_outcome(email, error, runtime.now())))
        return True


async def _update_gauges(db: AsyncSession, now: datetime) -> None:
    count, since = (await db.execute(select(func.count(), func.min(col(QueuedEmail.created_at))).where(OPEN))).one()
    WAITING.set(count)
    OLDEST.set((now - since).total_seconds() if since else 0)


async def _try_to_send(email: QueuedEmail, settings: Settings, now: datetime) -> Exception | None:
    """The error of this attempt, whatever it is: one email that cannot be built or sent must not stop the others."""
    if email.attempts > len(RETRIES) + 1:
        return PermanentFailure("too many attempts")
    try:
        built = message(email, settings, now)
    except Exception as error:
        failure = PermanentFailure(f"not built: {type(error).__name__}")
        failure.__cause__ = error
        return failure
    try:
        async with asyncio.timeout(SEND_SECONDS):
            recipients = ["@".join(smtp_mailbox(email.recipient))]
            await aiosmtplib.send(built, recipients=recipients, timeout=15, **mail_server(settings))
    except Exception as error:
        return error
    return None


def _outcome(email: QueuedEmail, error: Exception | None, now: datetime) -> dict[str, Any]:
    """The columns to store after an attempt; the text is deleted once the email is sent or has failed for good."""
    if error is None:
        SENT.labels("sent").inc()
        return {"sent_at": now, "text": "", "html": None, "error": None}
    said = str(error) if isinstance(error, PermanentFailure) else f"{type(error).__name__} {getattr(error, 'code', '')}"
    log_fields = {"email_id": str(email.id), "kind": email.kind, "error": said.strip()}
    if _is_permanent(error) or email.attempts > len(RETRIES):
        SENT.labels("failed").inc()
        log.error("mail_failed", **log_fields)
        return {"failed_at": now, "text": "", "html": None, "error": said.strip()}
    SENT.labels("retried").inc()
    log.warning("mail_retried", **log_fields)
    return {"due_at": now + RETRIES[email.attempts - 1], "error": said.strip()}


class PermanentFailure(Exception):
    """An email that no further attempt can send."""


def _is_permanent(error: Exception) -> bool:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return all(reply.code >= 500 for reply in error.recipients)
    code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0
    return isinstance(error, PermanentFailure) or code >= 500


def message(email: QueuedEmail, settings: Settings, now: datetime) -> EmailMessage:
    """The email as MIME: plain text first, HTML as its alternative. Raises ValueError for a bad recipient or header."""
    mail = EmailMessage()
    local_part, domain = smtp_mailbox(email.recipient)
    mail["From"], mail["To"] = settings.mail_from, Address(username=local_part, domain=domain)
    mail["Subject"] = Subject(email.subject)
    mail["Date"], mail["Message-ID"] = format_datetime(now), make_msgid(str(email.id), "mail.meridian")
    for name, value in email.headers.items():
        mail[name] = UnfoldedHeader(name, value)
    mail.set_content(email.text)
    if email.html:
        mail.add_alternative(email.html, subtype="html")
    return mail


def mail_server(settings: Settings) -> dict[str, Any]:
    """The mail server and the login there, by the names of aiosmtplib."""
    url = urlsplit(settings.smtp_url.get_secret_value())
    return {
        "hostname": url.hostname,
        "port": url.port or 25,
        "username": unquote(url.username) if url.username else None,
        "password": unquote(url.password) if url.password else None,
        "use_tls": url.scheme == "smtps",
        "start_tls": None if url.username else False,
    }
