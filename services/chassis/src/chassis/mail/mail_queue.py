"""Email queue: rows are stored in the caller's transaction, sent over SMTP later, and retried with growing delays."""

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
from chassis.mail.addresses import convert_to_smtp_mailbox
from chassis.mail.headers import Subject, UnfoldedHeader
from chassis.retries import compute_next_attempt

log = structlog.get_logger()
EMAIL_RESULTS = Counter("mail_total", "Emails by result", ["result"])
WAITING_EMAILS = Gauge("mail_waiting", "Emails not yet accepted by the mail server")
OLDEST_EMAIL_AGE = Gauge("mail_oldest_seconds", "Age of the oldest email not yet accepted by the mail server")
RETRIES = [
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=6),
    timedelta(hours=12),
]
RETENTION = timedelta(days=30)
# A replica that has claimed an email loses it to another replica after this time.
LEASE = timedelta(seconds=90)
# Limits of one command to the mail server, and of the whole delivery to it.
SMTP_COMMAND_SECONDS = 15.0
SEND_SECONDS = 60.0
# Newsletter and campaigns pause while more emails than this are queued, so that they do not delay single emails.
BULK_SEND_THRESHOLD = 60
GAUGE_SECONDS = 1.0


class Settings(Protocol):
    """Settings that the mail queue needs: the SMTP URL with user and password, and the sender address."""

    @property
    def smtp_url(self) -> SecretStr: ...

    @property
    def smtp_local_hosts(self) -> str: ...

    @property
    def mail_from(self) -> str: ...


class MailRuntime(session.Clock, Protocol):
    """The part of a service's runtime that the mail queue uses."""

    @property
    def settings(self) -> Settings: ...

    @property
    def database(self) -> "session.Database[MailRuntime]": ...

    def notify(self, worker: str) -> None:
        """Wake a worker. The worker `mail` sends emails."""


Session = session.Session[MailRuntime]


class QueuedEmail(Entity, table=True):
    """A queued email. Its text may hold a code, so it is deleted once the email is sent or has failed permanently."""

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


# No person writes these emails: absence notices must not answer them (RFC 3834, section 5).
AUTOMATIC_HEADERS = {"Auto-Submitted": "auto-generated"}


async def queue_email(
    db: Session,
    *,
    to: str,
    subject: str,
    text: str,
    html: str | None = None,
    kind: str = "",
    headers: dict[str, str] | None = None,
    is_withheld: bool = False,
) -> UUID:
    """Queue an email in the caller's transaction and return its id. It is sent after the commit.

    A withheld email costs the same work but is never sent, so response times do not reveal whether one was sent.
    """
    now = db.now()
    email = QueuedEmail(
        kind=kind,
        recipient="" if is_withheld else to,
        subject=" ".join(subject.split()),
        text="" if is_withheld else text,
        html=None if is_withheld else html,
        headers=AUTOMATIC_HEADERS | (headers or {}),
        created_at=now,
        due_at=now,
        sent_at=now if is_withheld else None,
    )
    db.add(email)
    db.after_commit(db.runtime.notify, "mail")
    return email.id


IS_OPEN = col(QueuedEmail.sent_at).is_(None) & col(QueuedEmail.failed_at).is_(None)

# The query is built once, because an idle service runs it every few seconds.
QUEUE_LENGTH_AND_AGE = select(func.count(), func.min(col(QueuedEmail.created_at))).where(IS_OPEN)


async def count_waiting(db: AsyncSession) -> int:
    """Count the emails that are neither sent nor failed."""
    return await db.scalar(select(func.count()).select_from(QueuedEmail).where(IS_OPEN)) or 0


async def delete_emails_to(db: AsyncSession, address: str) -> None:
    """Delete all emails to an address, queued or sent. Case is ignored."""
    await db.execute(delete(QueuedEmail).where(func.lower(col(QueuedEmail.recipient)) == address.lower()))


class Mailer:
    """Worker that sends the queued emails of a service."""

    def __init__(self, runtime: MailRuntime) -> None:
        self._runtime = runtime
        self._gauges_updated_at = 0.0

    async def step(self) -> bool:
        """Send the next due email. Returns False if none is due.

        One transaction claims the row, another stores the result. So no connection is held during SMTP, and an attempt
        is counted even if the process crashes while sending; after the lease another replica takes the row over.
        """
        runtime = self._runtime
        now = runtime.now()
        # Counting the queue for each email would be quadratic.
        if monotonic() - self._gauges_updated_at >= GAUGE_SECONDS:
            waiting_count = await self._count_waiting(now)
            if waiting_count == 0:
                return False
        async with runtime.database.transaction() as db:
            due_emails = (
                select(QueuedEmail).where(IS_OPEN, col(QueuedEmail.due_at) <= now).order_by(col(QueuedEmail.due_at))
            )
            email = (await db.scalars(due_emails.limit(1).with_for_update(skip_locked=True))).first()
            if email is None:
                return False
            email.attempts += 1
            email.due_at = now + LEASE
        error = await _try_to_send(email, runtime.settings, now)
        async with runtime.database.transaction() as db:
            is_this_email = col(QueuedEmail.id) == email.id
            await db.execute(
                update(QueuedEmail).where(is_this_email, IS_OPEN).values(_compute_outcome(email, error, runtime.now()))
            )
        return True

    async def _count_waiting(self, now: datetime) -> int:
        """Count the emails that are neither sent nor failed, and set both gauges."""
        async with self._runtime.database.reading() as db:
            count, oldest_created_at = (await db.execute(QUEUE_LENGTH_AND_AGE)).one()
        self._gauges_updated_at = monotonic()
        WAITING_EMAILS.set(count)
        OLDEST_EMAIL_AGE.set((now - oldest_created_at).total_seconds() if oldest_created_at else 0)
        return int(count)


async def _try_to_send(email: QueuedEmail, settings: Settings, now: datetime) -> Exception | None:
    """Send one email. Returns the error instead of raising it: one bad email must not stop the others."""
    if email.attempts > len(RETRIES) + 1:
        return PermanentFailure("too many attempts")
    try:
        message = build_message(email, settings, now)
    except Exception as error:
        failure = PermanentFailure(f"not built: {type(error).__name__}")
        failure.__cause__ = error
        return failure
    try:
        async with asyncio.timeout(SEND_SECONDS):
            recipients = ["@".join(convert_to_smtp_mailbox(email.recipient))]
            await aiosmtplib.send(
                message, recipients=recipients, timeout=SMTP_COMMAND_SECONDS, **build_server_options(settings)
            )
    except Exception as error:
        return error
    return None


def _compute_outcome(email: QueuedEmail, error: Exception | None, now: datetime) -> dict[str, Any]:
    """Return the column values to store after an attempt.

    Text is removed when the email is sent or has failed permanently.
    """
    if error is None:
        EMAIL_RESULTS.labels("sent").inc()
        return {"sent_at": now, "text": "", "html": None, "error": None}
    code = getattr(error, "code", "")
    error_text = str(error) if isinstance(error, PermanentFailure) else f"{type(error).__name__} {code}"
    log_fields = {"email_id": str(email.id), "kind": email.kind, "error": error_text.strip()}
    due_at = None if _is_permanent(error) else compute_next_attempt(RETRIES, attempts=email.attempts, now=now)
    if due_at is None:
        EMAIL_RESULTS.labels("failed").inc()
        log.error("mail_failed", **log_fields)
        return {"failed_at": now, "text": "", "html": None, "error": error_text.strip()}
    EMAIL_RESULTS.labels("retried").inc()
    log.warning("mail_retried", **log_fields)
    return {"due_at": due_at, "error": error_text.strip()}


class PermanentFailure(Exception):
    """Sending this email again is pointless."""


def _is_permanent(error: Exception) -> bool:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return all(reply.code >= 500 for reply in error.recipients)
    code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0
    return isinstance(error, PermanentFailure) or code >= 500


def build_message(email: QueuedEmail, settings: Settings, now: datetime) -> EmailMessage:
    """Build the MIME message: plain text with an HTML alternative. Raises ValueError for a bad recipient or header."""
    mail = EmailMessage()
    local_part, domain = convert_to_smtp_mailbox(email.recipient)
    mail["From"] = settings.mail_from
    mail["To"] = Address(username=local_part, domain=domain)
    mail["Subject"] = Subject(email.subject)
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(str(email.id), "mail.meridian")
    for name, value in email.headers.items():
        mail[name] = UnfoldedHeader(name, value)
    mail.set_content(email.text)
    if email.html:
        mail.add_alternative(email.html, subtype="html")
    return mail


def build_server_options(settings: Settings) -> dict[str, Any]:
    """Return the mail server and its login as arguments of `aiosmtplib.send`.

    Connections to servers outside `smtp_local_hosts` are encrypted: `smtps` means TLS from the start, `smtp` means
    STARTTLS (RFC 3207). If the server does not offer STARTTLS, nothing is sent. Alerts are encrypted by the same rule
    (deploy/observability/alerting.py).
    """
    url = urlsplit(settings.smtp_url.get_secret_value())
    is_local = url.hostname in settings.smtp_local_hosts.split(",")
    has_implicit_tls = url.scheme == "smtps"
    return {
        "hostname": url.hostname,
        "port": url.port or (465 if has_implicit_tls else 25),
        "username": unquote(url.username) if url.username else None,
        "password": unquote(url.password) if url.password else None,
        "use_tls": has_implicit_tls,
        "start_tls": not has_implicit_tls and not is_local,
    }
