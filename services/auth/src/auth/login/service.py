"""Sign-in with e-mail and password. Wrong credentials get the same answer in the same time, known address or not."""

from datetime import timedelta
from uuid import UUID

from chassis.web import limits
from chassis.web.errors import EmailNotVerified, RateLimited
from sqlalchemy import update
from sqlmodel import col

from auth import failure_limits
from auth.accounts import hashing
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.failure_limits import ACCOUNT
from auth.fields import email_key
from auth.login.errors import InvalidCredentials
from auth.login.schemas import Login
from auth.registration import queries as registrations
from auth.registration.errors import InvalidCode
from auth.runtime import Runtime
from auth.second_factor import service as second_factor
from auth.second_factor import steps
from auth.second_factor.schemas import SecondStep
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.service import Begun, record_sign_in

ADDRESS = "login-address"


async def log_in(runtime: Runtime, attempt: Login, device: Device) -> Begun | steps.NextStep:
    """Begin a session, or ask for the second factor. Raises InvalidCredentials, EmailNotVerified, RateLimited."""
    account = await prove_password(runtime, attempt, device)
    async with runtime.database.transaction() as db:
        fresh = await accounts.by_id(db, account.id, lock=True)
        # The password may have been changed or reset while it was checked: a sign-in with the old one ends here.
        if fresh is None or fresh.password_hash is None or fresh.password_hash != account.password_hash:
            raise InvalidCredentials
        outcome = await steps.begin_session_or_step(db, fresh, device)
    result = "success" if isinstance(outcome, Begun) else outcome.status
    record_sign_in("password", result, ip=device.ip, account_id=account.id)
    return outcome


async def take_second_step(runtime: Runtime, step: SecondStep, device: Device) -> Begun:
    """Finish a sign-in with a code of the app or a recovery code. Raises TokenInvalid, InvalidCode, RateLimited."""
    token = steps.read_step_token(runtime, step.tempToken, "second_factor_required")
    account_id = UUID(token.fields["sub"])
    try:
        await second_factor.prove(runtime, account_id, step.code)
    except InvalidCode:
        record_sign_in("second_factor", "invalid_code", ip=device.ip, account_id=account_id)
        raise
    await steps.spend_step_token(runtime, token)
    async with runtime.database.transaction() as db:
        account = await steps.account_of_step(db, token, lock=True)
        begun = await sessions.begin(db, account, device, second_factor=True)
    record_sign_in("second_factor", "success", ip=device.ip, account_id=account_id)
    return begun


async def prove_password(runtime: Runtime, attempt: Login, device: Device) -> Account:
    """The account with this e-mail and password. Failures are counted per account and per client address."""
    await _require_unlocked(runtime, attempt.email, device.ip)
    async with runtime.database.reading() as db:
        account = await accounts.by_email(db, attempt.email)
        # Queried for known addresses too: one query less would take less time.
        waiting = await registrations.newest(db, attempt.email)
    stored = account.password_hash if account else waiting.password_hash if waiting else None
    fits, fresh_hash = await hashing.verify_password(runtime, attempt.password, stored)
    if not fits:
        await _count_failure(runtime, attempt.email, device.ip)
        record_sign_in("password", "invalid_credentials", ip=device.ip, account_id=account.id if account else None)
        raise InvalidCredentials
    # Parallel guesses all pass the first check, so a right password is checked against the limit again.
    account_id = account.id if account else None
    await _require_unlocked(runtime, attempt.email, device.ip, account_id=account_id)
    await failure_limits.clear(runtime, ACCOUNT, email_key(attempt.email))
    if account is None:
        record_sign_in("password", "email_not_verified", ip=device.ip)
        raise EmailNotVerified
    if fresh_hash:
        await _store_rehashed(runtime, account, fresh_hash)
        account.password_hash = fresh_hash
    return account


async def _require_unlocked(runtime: Runtime, email: str, address: str, *, account_id: UUID | None = None) -> None:
    settings = runtime.settings
    try:
        await failure_limits.check(runtime, ACCOUNT, email_key(email), limit=settings.login_failures_per_account)
        await failure_limits.check(runtime, ADDRESS, address, limit=settings.login_failures_per_address)
    except RateLimited:
        record_sign_in("password", "locked", ip=address, account_id=account_id)
        raise


async def _count_failure(runtime: Runtime, email: str, address: str) -> None:
    settings = runtime.settings
    per = timedelta(seconds=settings.login_window_seconds)
    await limits.hit(runtime, ADDRESS, address, limit=settings.login_failures_per_address, per=per)
    await limits.hit(runtime, ACCOUNT, email_key(email), limit=settings.login_failures_per_account, per=per)


async def _store_rehashed(runtime: Runtime, account: Account, fresh_hash: str) -> None:
    """Store the password with today's higher hashing costs, unless it was changed in the meantime."""
    query = update(Account).where(col(Account.id) == account.id, col(Account.password_hash) == account.password_hash)
    async with runtime.database.reading() as db:
        await db.execute(query.values(password_hash=fresh_hash))
