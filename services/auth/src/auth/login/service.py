"""Sign-in with e-mail and password. Wrong credentials get the same answer in the same time for known and unknown
addresses."""

from uuid import UUID

from chassis.web.errors import EmailNotVerified, RateLimited
from sqlalchemy import update
from sqlmodel import col

from auth.accounts import hashing
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.login import lockout
from auth.login.errors import InvalidCredentials
from auth.login.schemas import Login
from auth.registration import queries as registrations
from auth.registration.errors import InvalidCode
from auth.runtime import AuthRuntime
from auth.second_factor import service as second_factor
from auth.second_factor import steps
from auth.second_factor.schemas import SecondStep
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.service import StartedSession, record_sign_in
from auth.social.service import link_after_second_step


async def log_in(runtime: AuthRuntime, attempt: Login, device: Device) -> StartedSession | steps.NextStep:
    """Begin a session or require the second factor. Raises InvalidCredentials, EmailNotVerified, RateLimited."""
    account = await prove_password(runtime, attempt, device)
    async with runtime.database.transaction() as db:
        fresh = await accounts.by_id(db, account.id, lock=True)
        # The password may have been changed or reset while it was checked: a sign-in with the old one ends here.
        if fresh is None or fresh.password_hash is None or fresh.password_hash != account.password_hash:
            raise InvalidCredentials
        outcome = await steps.begin_session_or_step(db, fresh, device)
    result = "success" if isinstance(outcome, StartedSession) else outcome.status
    record_sign_in("password", result, ip=device.ip, account_id=account.id)
    return outcome


async def take_second_step(runtime: AuthRuntime, step: SecondStep, device: Device) -> StartedSession:
    """Finish a sign-in with a code of the app or a recovery code. Raises TokenInvalid, InvalidCode, RateLimited."""
    token = steps.read_step_token(runtime, step.tempToken, "second_factor_required")
    account_id = UUID(token.fields["sub"])
    try:
        await second_factor.prove_at_sign_in(runtime, account_id, step.code, device=device)
    except InvalidCode:
        record_sign_in("second_factor", "invalid_code", ip=device.ip, account_id=account_id)
        raise
    await steps.spend_step_token(runtime, token)
    async with runtime.database.transaction() as db:
        account = await steps.account_of_step(db, token, lock=True)
        if pending := token.fields.get("pending"):
            await link_after_second_step(db, account, UUID(pending))
        begun = await sessions.begin(db, account, device, second_factor=True)
    record_sign_in("second_factor", "success", ip=device.ip, account_id=account_id)
    return begun


async def prove_password(runtime: AuthRuntime, form: Login, device: Device) -> Account:
    """Return the account with this e-mail and password. Raises InvalidCredentials, EmailNotVerified, RateLimited."""
    async with runtime.database.reading() as db:
        attempt = await lockout.begin(db, form.email, device)
    await _require_unlocked(runtime, attempt)
    async with runtime.database.reading() as db:
        account = await accounts.by_email(db, form.email)
        # The query also runs for known addresses, so that both cases take the same time.
        waiting = await registrations.newest(db, form.email)
    stored = account.password_hash if account else waiting.password_hash if waiting else None
    fits, fresh_hash = await hashing.verify_password(runtime, form.password, stored)
    if not fits:
        await lockout.count_failure(runtime, attempt, account)
        record_sign_in("password", "invalid_credentials", ip=device.ip, account_id=account.id if account else None)
        raise InvalidCredentials
    # Parallel guesses all pass the first check, so the limit is checked again after a right password.
    await _require_unlocked(runtime, attempt, account_id=account.id if account else None)
    await lockout.clear(runtime, attempt)
    if account is None:
        record_sign_in("password", "email_not_verified", ip=device.ip)
        raise EmailNotVerified
    if fresh_hash:
        await _store_rehashed(runtime, account, fresh_hash)
        account.password_hash = fresh_hash
    return account


async def _require_unlocked(runtime: AuthRuntime, attempt: lockout.Attempt, *, account_id: UUID | None = None) -> None:
    try:
        await lockout.require_unlocked(runtime, attempt)
    except RateLimited:
        record_sign_in("password", "locked", ip=attempt.device.ip, account_id=account_id)
        raise


async def _store_rehashed(runtime: AuthRuntime, account: Account, fresh_hash: str) -> None:
    """Store the password with today's higher hashing costs, unless it was changed in the meantime."""
    query = update(Account).where(col(Account.id) == account.id, col(Account.password_hash) == account.password_hash)
    async with runtime.database.reading() as db:
        await db.execute(query.values(password_hash=fresh_hash))
