"""Letters: written down in the transaction of the change, sent later over SMTP, retried with growing delays."""

from datetime import datetime, timedelta
from email.header import Header
from email.message import EmailMessage
from email.policy import Policy
from email.utils import format_datetime, make_msgid
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit
from uuid import UUID

import aiosmtplib
import structlog
from prometheus_client import Counter, Gauge
from sqlalchemy import Column, Index, delete, func, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.database import after_commit, runtime_of
from chassis.settings import CommonSettings
from chassis.tables import Base, UtcDateTime, new_id

if TYPE_CHECKING:
    from chassis.app import Runtime

log = structlog.get_logger()
SENT = Counter("mail_total", "Letters by what became of them", ["result"])
WAITING = Gauge("mail_waiting", "Letters not yet accepted by the mail server")
OLDEST = Gauge("mail_oldest_seconds", "Age of the oldest letter not yet accepted by the mail server")
RETRIES = [timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 3600 * 3, 3600 * 6, 3600 * 12)]
KEPT = timedelta(days=30)
# Letters to one person go at once; who writes to many waits while so many are on their way, so as to delay nobody.
MANY_WAITING = 60
MEASURED_SECONDS = 1.0


class Subject(str):
    """A subject that folds itself: Python's newer folding loses a space where it breaks a line of Russian words."""

    name = "Subject"

    def fold(self, *, policy: Policy) -> str:
        words = Header(self, None if self.isascii() else "utf-8", header_name=self.name)
        return f"{self.name}: {words.encode(linesep=policy.linesep)}{policy.linesep}"


class Letter(Base, table=True):
    """A letter to be sent. Its text is wiped once it is sent or given up: it may hold a code."""

    __tablename__ = "mail_outbox"
    __table_args__ = (Index("mail_due", "due_at", postgresql_where=text("sent_at IS NULL AND failed_at IS NULL")),)
    id: UUID = Field(default_factory=new_id, primary_key=True)
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
    db: AsyncSession,
    *,
    to: str,
    subject: str,
    text: str,
    html: str | None = None,
    kind: str = "",
    headers: dict[str, str] | None = None,
    withheld: bool = False,
) -> UUID:
    """Write down a letter in the current transaction; it leaves after the commit. Returns its id.

    A withheld one costs the same and goes nowhere: from outside nobody can measure that there was no letter.
    """
    runtime = runtime_of(db)
    now = runtime.clock()
    letter = Letter(
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
    db.add(letter)
    after_commit(db, runtime.mailer.wake)
    return letter.id


OPEN = col(Letter.sent_at).is_(None) & col(Letter.failed_at).is_(None)


async def waiting(db: AsyncSession) -> int:
    """How many letters are on their way."""
    return await db.scalar(select(func.count()).select_from(Letter).where(OPEN)) or 0


async def send_step(runtime: "Runtime") -> bool:
    """Send the next due letter; true when there was one. A locked row is another replica's."""
    async with runtime.database.transaction() as db:
        now = runtime.clock()
        due = select(Letter).where(OPEN, col(Letter.due_at) <= now).order_by(col(Letter.due_at)).limit(1)
        letter = (await db.scalars(due.with_for_update(skip_locked=True))).first()
        if letter is None or _is_measuring_due(runtime):
            await _measure(db, now)
        if letter is None:
            return False
        await _attempt(letter, runtime.settings, now)
        db.add(letter)
    return True


def _is_measuring_due(runtime: "Runtime") -> bool:
    """By the clock and not at each letter: counting all of them for each would take the square of their number."""
    last, now = runtime.state.get("mail_measured", 0.0), monotonic()
    if now - last < MEASURED_SECONDS:
        return False
    runtime.state["mail_measured"] = now
    return True


async def _measure(db: AsyncSession, now: datetime) -> None:
    count, since = (await db.execute(select(func.count(), func.min(col(Letter.created_at))).where(OPEN))).one()
    WAITING.set(count)
    OLDEST.set((now - since).total_seconds() if since else 0)


async def _attempt(letter: Letter, settings: CommonSettings, now: datetime) -> None:
    letter.attempts += 1
    try:
        await _send(message(letter, settings, now), settings)
    except (TimeoutError, aiosmtplib.SMTPException, OSError) as error:
        letter.error = f"{type(error).__name__} {getattr(error, 'code', '')}".strip()
        refused = isinstance(error, aiosmtplib.SMTPRecipientsRefused) and all(
            reply.code >= 500 for reply in error.recipients
        )
        gone = refused or (isinstance(error, aiosmtplib.SMTPResponseException) and error.code >= 500)
        if gone or letter.attempts > len(RETRIES):
            letter.failed_at, letter.text, letter.html = now, "", None
            SENT.labels("failed").inc()
            log.error("mail_failed", letter=str(letter.id), kind=letter.kind, error=letter.error)
        else:
            letter.due_at = now + RETRIES[letter.attempts - 1]
            SENT.labels("retried").inc()
            log.warning("mail_retried", letter=str(letter.id), kind=letter.kind, error=letter.error)
        return
    letter.sent_at, letter.text, letter.html = now, "", None
    SENT.labels("sent").inc()


def message(letter: Letter, settings: CommonSettings, now: datetime) -> EmailMessage:
    """The letter as MIME: plain text first, HTML as its alternative."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = settings.mail_from, letter.recipient, Subject(letter.subject)
    mail["Date"], mail["Message-ID"] = format_datetime(now), make_msgid(str(letter.id), "mail.meridian")
    for name, value in letter.headers.items():
        mail[name] = value
    mail.set_content(letter.text)
    if letter.html:
        mail.add_alternative(letter.html, subtype="html")
    return mail


async def _send(mail: EmailMessage, settings: CommonSettings) -> None:
    url = urlsplit(settings.smtp_url.get_secret_value())
    await aiosmtplib.send(
        mail,
        hostname=url.hostname,
        port=url.port or 25,
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        use_tls=url.scheme == "smtps",
        start_tls=None if url.username else False,
        timeout=15,
    )


async def purge(db: AsyncSession) -> None:
    """Forget letters a month old."""
    await db.execute(delete(Letter).where(col(Letter.created_at) < runtime_of(db).clock() - KEPT))
