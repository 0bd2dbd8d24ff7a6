"""One-time codes sent by e-mail: six digits, bound to their purpose, stored as keyed hashes only."""

import hmac
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

import structlog
from chassis.web import limits
from chassis.web.errors import RateLimited
from sqlalchemy import update
from sqlmodel import col

from auth import encryption, failure_limits
from auth.accounts import queries as accounts
from auth.fields import email_key
from auth.metrics import CODES
from auth.registration import queries
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.tables import Challenge, MailedCode
from auth.runtime import Runtime, Session
from auth.settings import Settings

Purpose = Literal["registration", "reset", "confirm", "social"]
RETENTION = timedelta(days=1)
log = structlog.get_logger()
HOUR = timedelta(hours=1)
TRIES, REQUESTS = "code-tries", "code-requests"
TRYING_CLIENTS = 4


def _client_at(email: str, address: str) -> str:
    return f"{email_key(email)}:{limits.counted_network(address)}"


async def limit_sending(runtime: Runtime, *, address: str) -> None:
    """Count a request for a code per client address, and refuse all when the hourly limit of sent codes is reached.

    Only `issue` counts sent codes: requests that send nothing must not use up the limit of all users. Call it before
    a transaction. Raises RateLimited."""
    settings = runtime.settings
    await limits.hit(runtime, "codes-client", address, limit=settings.codes_per_address_per_hour, per=HOUR)
    await failure_limits.check(runtime, "codes", "sent", limit=settings.codes_per_hour)


async def is_exhausted(db: Session, email: str) -> bool:
    """Whether this address got all the codes an hour allows; decoys count like real ones."""
    sent = await queries.count_codes(db, email, since=db.now() - HOUR)
    return sent >= db.runtime.settings.codes_per_email_per_hour


async def seconds_to_wait(db: Session, purpose: Purpose, email: str, *, real: bool | None = None) -> float:
    """How long until this address may get another code: the pause after the last one, then the limit of an hour.

    `real` looks at the pause after real codes or after decoys only.
    """
    sent = await queries.last_sent(db, purpose, email, real=real)
    over = sent + timedelta(seconds=db.runtime.settings.resend_seconds) if sent else None
    if over and over > db.now():
        return (over - db.now()).total_seconds()
    return HOUR.total_seconds() if await is_exhausted(db, email) else 0


async def require_pause(db: Session, purpose: Purpose, email: str) -> None:
    """Raise RateLimited while no other code may be sent; alike for known and unknown addresses."""
    if seconds := await seconds_to_wait(db, purpose, email):
        raise RateLimited(retry_after=seconds)


async def issue(
    db: Session,
    purpose: Purpose,
    email: str,
    *,
    subject_id: UUID | None = None,
    decoy_id: UUID | None = None,
    anew: bool = False,
    address: str = "",
) -> str:
    """Create a code. It joins the open challenge of the same subject, whose earlier codes stay valid; `anew` skips
    that search for a subject that has no challenge yet. `address` is the client that requested the code: for an hour
    other clients cannot use up its tries."""
    runtime, now = db.runtime, db.now()
    code = f"{secrets.randbelow(10**6):06d}"
    challenge = None if anew else await queries.lock_open_challenge(db, purpose, email, subject_id, decoy_id)
    if challenge is None:
        ids: dict[str, Any] = {"subject_id": subject_id, "decoy_id": decoy_id}
        challenge = Challenge(purpose=purpose, email_key=email_key(email), **ids, created_at=now, sent_at=now)
    challenge.sent_at = now
    db.add(challenge)
    await db.flush()
    # The hash of a decoy matches no code, since none was sent.
    code_hash = _hash(runtime.settings, challenge, code) if subject_id else ""
    expires_at = now + timedelta(seconds=runtime.settings.code_ttl_seconds)
    db.add(MailedCode(challenge_id=challenge.id, code_hash=code_hash, created_at=now, expires_at=expires_at))
    if address:
        await limits.count(runtime, db, REQUESTS, _client_at(email, address), per=HOUR)
    # Decoys are counted apart, only so that both kinds take the same work.
    result = "sent" if subject_id else "decoy"
    await limits.count(runtime, db, "codes", result, per=HOUR)
    CODES.labels(purpose, result).inc()
    return code


@asynccontextmanager
async def guess(runtime: Runtime, email: str, *, address: str) -> AsyncIterator[Session]:
    """A transaction in which one code sent to this e-mail is redeemed. Raises RateLimited beyond a client's guesses, in
    all and at one e-mail; InvalidCode and CodeExpired are raised once the counted try is committed.

    Nothing is counted for an e-mail over all clients: anybody could then keep its owner from every code. What bounds
    such guesses is the number of codes an hour, and the tries at each challenge.
    """
    settings, who = runtime.settings, _client_at(email, address)
    await limits.hit(runtime, "code-guesses-client", address, limit=settings.code_guesses_per_client_per_hour, per=HOUR)
    await limits.hit(runtime, "code-guesses", who, limit=settings.code_guesses_per_hour, per=HOUR)
    refusal = None
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, email)
        try:
            yield db
        except (InvalidCode, CodeExpired) as error:
            refusal = error
    if refusal:
        raise refusal


async def redeem(
    db: Session,
    purpose: Purpose,
    email: str,
    code: str,
    *,
    address: str,
    subjects: Collection[UUID] | None = None,
) -> Challenge:
    """Use a code and return its challenge, within `guess`. With `subjects` only their challenges and decoys count.

    Raises InvalidCode, CodeExpired.
    """
    runtime = db.runtime
    settings, now = runtime.settings, runtime.now()
    challenges = await queries.lock_challenges(db, purpose, email, subjects)
    open_ones = await _open_for(db, challenges, email, address)
    for challenge in challenges:
        found = await _matching(db, challenge, _hash(settings, challenge, code))
        if found is None:
            continue
        if challenge not in open_ones or found.expires_at <= now:
            CODES.labels(purpose, "expired").inc()
            _log_refusal(purpose, "expired", challenge, address)
            raise CodeExpired
        challenge.spent_at = now
        db.add(challenge)
        CODES.labels(purpose, "confirmed").inc()
        return challenge
    for challenge in open_ones:
        challenge.tries += 1
        db.add(challenge)
        await limits.count(runtime, db, TRIES, _tries_by(challenge, address), per=RETENTION)
    CODES.labels(purpose, "wrong").inc()
    _log_refusal(purpose, "wrong", challenges[-1] if challenges else None, address)
    # Only someone who knows a used code learns that it was used.
    dead = [one for one in challenges if one.spent_at is None and one not in open_ones]
    raise CodeExpired if dead and not open_ones else InvalidCode


def _log_refusal(purpose: Purpose, result: str, challenge: Challenge | None, address: str) -> None:
    """Log a refused code (ASVS 16.3.1): the subject is an account or a registration, never the e-mail or the code."""
    subject = str(challenge.subject_id) if challenge and challenge.subject_id else None
    log.info("code_refused", purpose=purpose, result=result, subject=subject, ip=address)


async def _open_for(db: Session, challenges: list[Challenge], email: str, address: str) -> list[Challenge]:
    """The challenges that this client may still answer.

    A client has `code_tries` wrong tries at each. Clients that requested no code share TRYING_CLIENTS times as many:
    they cannot use up the tries of one that did.
    """
    most = db.runtime.settings.code_tries
    has_requested = await failure_limits.hits(db, REQUESTS, _client_at(email, address)) > 0
    open_ones = []
    for challenge in challenges:
        mine = await failure_limits.hits(db, TRIES, _tries_by(challenge, address))
        is_shared_open = challenge.tries < most * TRYING_CLIENTS
        if challenge.spent_at is None and mine < most and (has_requested or is_shared_open):
            open_ones.append(challenge)
    return open_ones


def _tries_by(challenge: Challenge, address: str) -> str:
    return f"{challenge.id}:{limits.counted_network(address)}"


async def _matching(db: Session, challenge: Challenge, code_hash: str) -> MailedCode | None:
    codes = await queries.codes_of(db, challenge)
    matching = [code for code in codes if hmac.compare_digest(code.code_hash, code_hash)]
    return max(matching, key=lambda code: code.expires_at, default=None)


async def close_all(db: Session, purpose: Purpose, email: str) -> None:
    """Make all earlier codes of this purpose unusable."""
    query = update(Challenge).where(
        col(Challenge.purpose) == purpose,
        col(Challenge.email_key) == email_key(email),
        col(Challenge.spent_at).is_(None),
    )
    await db.execute(query.values(spent_at=db.now()))


def _hash(settings: Settings, challenge: Challenge, code: str) -> str:
    return encryption.keyed_hash(settings, f"code:{challenge.purpose}", f"{challenge.id}:{code}")
