"""One-time codes sent by email (docs/decisions/0195).

A code has six digits, is bound to its purpose and to the request that mailed it, and is stored as a keyed hash.
"""

import hmac
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import structlog
from chassis import encryption
from chassis.web import limits
from chassis.web.errors import RateLimited, ServiceError
from prometheus_client import Counter as MetricCounter
from sqlalchemy import update
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.fields import get_email_key
from auth.registration import code_limits, queries
from auth.registration.code_limits import HOUR, Purpose
from auth.registration.code_requests import CodeClient
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.tables import Challenge, MailedCode
from auth.runtime import AuthRuntime, Session
from auth.sessions.queries import is_known_browser
from auth.settings import Settings

RETENTION = timedelta(days=1)
CODE_DIGITS = 6
log = structlog.get_logger()
CODES = MetricCounter("auth_codes_total", "Codes by purpose and result", ["purpose", "result"])
# Valid codes of one account or registration. Within one request the two newest codes are valid.
MAX_VALID_CODES = 3
MAX_VALID_CODES_OF_REQUEST = 2
# Codes of these purposes go to accounts. They have a separate hourly limit, so codes to strangers cannot use it up.
PURPOSES_OF_ACCOUNTS: frozenset[Purpose] = frozenset({"reset", "confirm"})
# Entry of `db.info`: the codes that a transaction sends, counted after its commit.
SENT_CODES = "codes_sent"


class CodeMatch(NamedTuple):
    """The result for a right code: its challenge, and whether the client had the handle of the request."""

    challenge: Challenge
    has_handle: bool


@asynccontextmanager
async def open_sending_transaction(runtime: AuthRuntime, email: str, *, client: CodeClient) -> AsyncIterator[Session]:
    """Open a transaction in which codes are sent to one email address. Raises RateLimited.

    Sent codes are counted after the commit, so the row that counts all of them is locked for one statement only.
    """
    per_client = runtime.settings.codes_per_address_per_hour
    await limits.hit(runtime, "codes-client", client.address, limit=per_client, per=HOUR)
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, email)
        yield db
    for counter in db.info.pop(SENT_CODES, []):
        async with runtime.database.autocommit() as counting_db:
            await limits.count(runtime, counting_db, "codes", counter, per=HOUR)


async def begin_pause(runtime: AuthRuntime, name: str, email: str, *, client: CodeClient) -> None:
    """Begin the pause between two codes of one kind to one email address. Raises RateLimited during a pause.

    Pauses are kept for each client network: no client can block another or learn about its requests.
    """
    seconds = runtime.settings.resend_seconds
    if seconds:
        subject = f"{get_email_key(email)}:{limits.get_counted_network(client.address)}"
        await limits.hit(runtime, f"code-pause:{name}", subject, limit=1, per=timedelta(seconds=seconds))


async def limit_requests(runtime: AuthRuntime, purpose: Purpose, email: str, *, client: CodeClient) -> None:
    """Count a client's request for one more code to an email address.

    Raises RateLimited: the pause is checked first, then the limit of an hour.
    """
    await begin_pause(runtime, purpose, email, client=client)
    per_hour = runtime.settings.codes_per_email_and_client_per_hour
    await limits.hit(runtime, f"codes-{purpose}", client.address, about=get_email_key(email), limit=per_hour, per=HOUR)


async def require_budget(db: Session, purpose: Purpose, email: str, *, client: CodeClient) -> None:
    """Raise RateLimited if this address, or all addresses together, have reached the hourly limit of codes."""
    is_exhausted = await is_budget_exhausted(db, purpose, email, client=client)
    await require_common_budget(db, purpose, email, client=client)
    if is_exhausted:
        raise RateLimited(retry_after=HOUR.total_seconds())


async def is_budget_exhausted(db: Session, purpose: Purpose, email: str, *, client: CodeClient) -> bool:
    """Return True if strangers have used up this address's hourly limit of codes for this purpose.

    Returns False for a browser from which the account has signed in before.
    """
    is_known = await is_known_browser(db, email=email, device=client.device)
    sent_count = await queries.count_codes_to_strangers(db, purpose, email, since=db.now() - HOUR)
    return sent_count >= db.runtime.settings.codes_per_email_per_hour and not is_known


async def require_common_budget(db: Session, purpose: Purpose, email: str, *, client: CodeClient) -> None:
    """Raise RateLimited if all addresses together have reached the hourly limit of codes.

    Codes to accounts have a separate share. A browser from which the account has signed in before always passes.
    """
    settings = db.runtime.settings
    group = "strangers"
    limit = settings.codes_to_strangers_per_hour
    if purpose in PURPOSES_OF_ACCOUNTS:
        group = "accounts"
        limit = settings.codes_to_accounts_per_hour
    is_known = await is_known_browser(db, email=email, device=client.device)
    key = limits.build_window_key("codes", f"sent:{group}")
    window = (await limits.list_open_windows(db.runtime, db, [key])).get(key)
    if window and window.hits >= limit and not is_known:
        raise RateLimited(retry_after=HOUR.total_seconds())


async def open_request(
    db: Session,
    purpose: Purpose,
    email: str,
    *,
    client: CodeClient,
    subject_id: UUID | None = None,
    decoy_id: UUID | None = None,
    needs_password: bool = False,
    is_new: bool = False,
) -> Challenge:
    """Create or continue the challenge of a request for a code. The client gets the handle of the challenge.

    A client with the handle of an open challenge of the same subject continues that challenge: its earlier code stays
    valid, and the count of tries continues. Pass `is_new=True` if the subject cannot have a challenge yet.
    """
    now = db.now()
    is_known = await is_known_browser(db, email=email, device=client.device)
    challenge = None
    if not is_new:
        challenges = await queries.lock_challenges_of_subject(
            db, purpose, email, subject_id=subject_id, decoy_id=decoy_id
        )
        open_challenges = [
            challenge
            for challenge in challenges
            if challenge.spent_at is None and challenge.tries < db.runtime.settings.code_tries
        ]
        own_challenges = [
            challenge
            for challenge in open_challenges
            if challenge.id in client.challenge_ids and challenge.needs_password == needs_password
        ]
        challenge = own_challenges[-1] if own_challenges else None
    if challenge is None:
        challenge = Challenge(
            purpose=purpose,
            email_key=get_email_key(email),
            subject_id=subject_id,
            decoy_id=decoy_id,
            needs_password=needs_password,
            network=limits.get_widest_network(client.address),
            is_known_browser=is_known,
            created_at=now,
            sent_at=now,
        )
    challenge.sent_at = now
    db.add(challenge)
    await db.flush()
    return challenge


async def add_code(db: Session, challenge: Challenge) -> str:
    """Create one more code of a challenge. If its subject has too many valid codes, an older one ends."""
    runtime = db.runtime
    now = db.now()
    code = str(secrets.randbelow(10**CODE_DIGITS)).zfill(CODE_DIGITS)
    valid_codes = await queries.list_valid_codes(db, challenge)
    for surplus_code in choose_surplus_codes(valid_codes, challenge.id):
        surplus_code.expires_at = now
        db.add(surplus_code)
    # The hash of a decoy matches no code, since none was sent.
    code_hash = _hash_code(runtime.settings, challenge, code) if challenge.subject_id else ""
    expires_at = now + timedelta(seconds=runtime.settings.code_ttl_seconds)
    db.add(MailedCode(challenge_id=challenge.id, code_hash=code_hash, created_at=now, expires_at=expires_at))
    # Decoys are counted separately, so that both kinds cause the same work.
    result = "sent" if challenge.subject_id else "decoy"
    group = "accounts" if challenge.purpose in PURPOSES_OF_ACCOUNTS else "strangers"
    db.info.setdefault(SENT_CODES, []).append(f"{result}:{group}")
    CODES.labels(challenge.purpose, result).inc()
    return code


def choose_surplus_codes(valid_codes: Sequence[tuple[MailedCode, Challenge]], own_id: UUID) -> list[MailedCode]:
    """Choose the codes that end when the challenge `own_id` gets another code.

    `valid_codes` are the codes of the subject, the oldest first. Strangers lose a code before a browser from which the
    account has signed in. Among strangers, the network with the most codes loses its oldest code. So a stranger who
    requests codes again and again ends few codes of others.
    """
    own_codes = [code for code, challenge in valid_codes if challenge.id == own_id]
    # The new code is one of the request's valid codes.
    surplus_count = max(0, len(own_codes) + 1 - MAX_VALID_CODES_OF_REQUEST)
    surplus_codes = own_codes[:surplus_count]
    other_codes = [(code, challenge) for code, challenge in valid_codes if challenge.id != own_id]
    kept_count = len(own_codes) - len(surplus_codes) + 1
    while other_codes and kept_count + len(other_codes) > MAX_VALID_CODES:
        code, challenge = _choose_next_to_end(other_codes)
        other_codes.remove((code, challenge))
        surplus_codes.append(code)
    return surplus_codes


def _choose_next_to_end(codes: Sequence[tuple[MailedCode, Challenge]]) -> tuple[MailedCode, Challenge]:
    """Choose the oldest code of the network with the most codes. Codes of strangers come first."""
    codes_of_network = Counter(challenge.network for _, challenge in codes)

    def compute_priority(pair: tuple[MailedCode, Challenge]) -> tuple[bool, int]:
        _, challenge = pair
        return not challenge.is_known_browser, codes_of_network[challenge.network]

    return max(codes, key=compute_priority)


@asynccontextmanager
async def open_redeeming_transaction(runtime: AuthRuntime, email: str, *, client: CodeClient) -> AsyncIterator[Session]:
    """Open a transaction in which one code sent to this address is redeemed. Raises RateLimited.

    The refusal of a code is raised after the counted try is committed.
    """
    per_hour = runtime.settings.code_guesses_per_client_per_hour
    await limits.hit(runtime, "code-guesses-client", client.address, limit=per_hour, per=HOUR)
    refusal: ServiceError | None = None
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, email)
        try:
            yield db
        except CodeRefused as error:
            refusal = error.answer
    if refusal:
        raise refusal


class CodeRefused(Exception):
    """Ends the block of `open_redeeming_transaction` and commits its counts. `answer` is the error for the client."""

    def __init__(self, answer: ServiceError) -> None:
        super().__init__(answer)
        self.answer = answer


async def redeem(
    db: Session, purpose: Purpose, email: str, code: str, *, client: CodeClient, subject_id: UUID | None = None
) -> Challenge:
    """Use a code and return its challenge, in a transaction of `open_redeeming_transaction`.

    With `subject_id` only that subject's codes count. Raises RateLimited, and InvalidCode or CodeExpired once the block
    of the transaction has ended.
    """
    match = await find_match(db, purpose, email, code, client=client, subject_id=subject_id)
    await spend(db, match.challenge)
    return match.challenge


async def find_match(
    db: Session, purpose: Purpose, email: str, code: str, *, client: CodeClient, subject_id: UUID | None = None
) -> CodeMatch:
    """Return the challenge of a right code without using the code. Raises like `redeem`."""
    settings = db.runtime.settings
    challenges = await queries.lock_challenges(db, purpose, email)
    if subject_id is not None:
        challenges = [challenge for challenge in challenges if challenge.subject_id == subject_id]
    own_challenges = [challenge for challenge in challenges if challenge.id in client.challenge_ids]
    if purpose == "social":
        # The client has the token of the same sign-in, which proves as much as a handle.
        own_challenges = challenges
    has_handle = bool(own_challenges) or purpose == "social"
    candidates = own_challenges or challenges

    codes = await queries.list_codes(db, candidates)
    open_ids = {
        challenge.id for challenge in candidates if challenge.spent_at is None and challenge.tries < settings.code_tries
    }
    unexpired_codes = [
        code_row for code_row in codes if code_row.challenge_id in open_ids and code_row.expires_at > db.now()
    ]
    valid_codes = unexpired_codes[-MAX_VALID_CODES:]

    # The browser of a signed-in thief is known too, so a confirmation has only the points of strangers.
    is_known = purpose != "confirm" and await is_known_browser(db, email=email, device=client.device)
    cost = max(1, len(valid_codes))
    await code_limits.require_tries_left(
        db, purpose, email, client=client, has_handle=has_handle, is_known=is_known, cost=cost
    )

    challenges_by_id = {challenge.id: challenge for challenge in candidates}
    hashes = {challenge.id: _hash_code(settings, challenge, code) for challenge in candidates}
    matching_codes = [
        code_row for code_row in codes if hmac.compare_digest(code_row.code_hash, hashes[code_row.challenge_id])
    ]
    for code_row in reversed(matching_codes):
        if code_row in valid_codes:
            return CodeMatch(challenges_by_id[code_row.challenge_id], has_handle)
    if matching_codes:
        _log_refusal(purpose, "expired", challenges_by_id[matching_codes[-1].challenge_id], client.address)
        raise CodeRefused(CodeExpired())

    for challenge in own_challenges:
        if challenge.id in open_ids:
            challenge.tries += 1
            db.add(challenge)
    await code_limits.count_wrong_code(
        db, purpose, email, client=client, has_handle=has_handle, is_known=is_known, cost=cost
    )
    _log_refusal(purpose, "wrong", candidates[-1] if candidates else None, client.address)
    # A client with a handle learns that its tries are used up. Only a client that knows a used
    # code learns that it was used.
    has_unspent_challenge = any(challenge.spent_at is None for challenge in own_challenges)
    if has_unspent_challenge and not open_ids:
        raise CodeRefused(CodeExpired())
    raise CodeRefused(InvalidCode())


async def spend(db: Session, challenge: Challenge) -> None:
    """Use up a challenge with all its codes."""
    challenge.spent_at = db.now()
    db.add(challenge)
    CODES.labels(challenge.purpose, "confirmed").inc()


def _log_refusal(purpose: Purpose, result: str, challenge: Challenge | None, address: str) -> None:
    """Log a refused code (ASVS 16.3.1): the subject is an account or a registration, never the email or the code."""
    CODES.labels(purpose, result).inc()
    subject = str(challenge.subject_id) if challenge and challenge.subject_id else None
    log.info("code_refused", purpose=purpose, result=result, subject=subject, ip=address)


async def close_challenges(db: Session, purpose: Purpose, email: str) -> None:
    """Make all earlier codes of this purpose unusable."""
    query = update(Challenge).where(
        col(Challenge.purpose) == purpose,
        col(Challenge.email_key) == get_email_key(email),
        col(Challenge.spent_at).is_(None),
    )
    await db.execute(query.values(spent_at=db.now()))


def _hash_code(settings: Settings, challenge: Challenge, code: str) -> str:
    return encryption.compute_keyed_hash(settings, f"code:{challenge.purpose}", f"{challenge.id}:{code}")
