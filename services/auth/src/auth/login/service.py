"""Sign-in with email and password. Wrong credentials get the same answer in the same time for known and unknown
addresses."""

from uuid import UUID

from chassis.web.errors import EmailNotVerified, RateLimited, ServiceError, TokenInvalid, raises

from auth.accounts import hashing
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.expiring_tokens import OpenedToken
from auth.login import lockout
from auth.login.errors import InvalidCredentials
from auth.login.schemas import Login
from auth.registration import queries as registrations
from auth.registration.code_requests import CodeClient
from auth.registration.errors import InvalidCode
from auth.runtime import AuthRuntime, Session
from auth.second_factor import service as second_factor
from auth.second_factor import steps
from auth.second_factor.schemas import SecondStep
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.service import record_sign_in
from auth.sessions.sign_in import SignInResult
from auth.social.service import link_after_second_step


async def log_in(runtime: AuthRuntime, form: Login, client: CodeClient) -> SignInResult:
    """Begin a session or require the second factor. Raises InvalidCredentials, EmailNotVerified, RateLimited.

    The password is checked between a read and one transaction, so that no connection is held meanwhile. An unverified
    address may have several registrations. The client's own registration decides, so that a stranger who registers the
    same address does not change the answer.
    """
    device = client.device
    async with runtime.database.reading() as db:
        attempt = await lockout.build_attempt(db, form.email, device)
        await _require_unlocked(db, attempt)
        account = await accounts.find_by_email(db, form.email)
        # The query also runs for known addresses, so that both cases take the same time.
        registration = await registrations.find_newest_registration(db, form.email, challenge_ids=client.challenge_ids)
    owner = account or registration
    stored_hash = owner.password_hash if owner else None
    is_right, new_hash = await hashing.verify_password(runtime, form.password, stored_hash)
    account_id = account.id if account else None
    if not is_right:
        async with runtime.database.transaction() as db:
            await lockout.count_failure(db, attempt, account)
        record_sign_in("password", "invalid_credentials", ip=device.ip, account_id=account_id)
        raise InvalidCredentials
    result = None
    async with runtime.database.transaction() as db:
        if account is not None:
            # The password may have been changed while it was checked. A sign-in with the old password ends here.
            account = await _lock_unchanged(db, account)
        # Parallel guesses all pass the first check, so the limit is checked again after a right password.
        await _require_unlocked(db, attempt, account_id=account_id)
        await lockout.clear(db, attempt)
        if account is not None:
            account.password_hash = new_hash or account.password_hash
            result = await steps.begin_session_or_step(db, account, device)
    if result is None:
        # This is raised after the commit, so that the failures stay cleared by the right password.
        record_sign_in("password", "email_not_verified", ip=device.ip)
        raise EmailNotVerified
    record_sign_in("password", result.status, ip=device.ip, account_id=account_id)
    return result


async def _lock_unchanged(db: Session, account: Account) -> Account:
    """Lock the account. Raises InvalidCredentials if the password was changed after it was checked."""
    locked_account = await accounts.find_by_id(db, account.id, lock=True)
    if (
        locked_account is None
        or locked_account.password_hash is None
        or locked_account.password_hash != account.password_hash
    ):
        raise InvalidCredentials
    return locked_account


async def _require_unlocked(db: Session, attempt: lockout.Attempt, *, account_id: UUID | None = None) -> None:
    try:
        await lockout.require_unlocked(db, attempt)
    except RateLimited:
        record_sign_in("password", "locked", ip=attempt.device.ip, account_id=account_id)
        raise


@raises(TokenInvalid, InvalidCode, RateLimited)
async def take_second_step(runtime: AuthRuntime, step: SecondStep, device: Device) -> SignInResult:
    """Finish a sign-in with a code of the app or a recovery code."""
    token = steps.read_step_token(runtime, step.tempToken, "second_factor_required")
    account_id = UUID(token.fields["sub"])
    async with runtime.database.transaction() as db:
        outcome = await _take_second_step(db, token, step.code, device)
    if isinstance(outcome, ServiceError):
        # This is raised after the commit, so that a wrong code stays counted, and a used code stays used.
        if isinstance(outcome, InvalidCode):
            record_sign_in("second_factor", "invalid_code", ip=device.ip, account_id=account_id)
        raise outcome
    record_sign_in("second_factor", "success", ip=device.ip, account_id=account_id)
    return outcome


async def _take_second_step(db: Session, token: OpenedToken, code: str, device: Device) -> SignInResult | ServiceError:
    account = await steps.get_account(db, token, lock=True)
    if not await second_factor.verify_code_at_sign_in(db, account.id, code, device=device):
        return InvalidCode()
    if not await steps.spend_step_token(db, token):
        return TokenInvalid()
    if pending_identity := token.fields.get("pending"):
        await link_after_second_step(db, account, UUID(pending_identity))
    return await sessions.begin(db, account, device, second_factor=True)
