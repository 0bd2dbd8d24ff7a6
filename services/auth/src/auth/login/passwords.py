"""Password change, and reset of a forgotten password by an emailed code."""

from uuid import UUID

from chassis.events import outbox
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, RateLimited, raises
from contracts.auth import PasswordChanged

from auth.accounts import emails, hashing, password_policy
from auth.accounts import queries as accounts
from auth.accounts.errors import InvalidPassword
from auth.accounts.service import get_own_account, require_password
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.login import lockout
from auth.login.schemas import ChangePassword, ResetPassword
from auth.registration import codes
from auth.registration.code_limits import HOUR
from auth.registration.code_requests import CodeClient
from auth.registration.errors import CodeExpired, InvalidCode
from auth.runtime import AuthRuntime, Session
from auth.sessions import service as sessions
from auth.sessions.caller import require_active_session


@raises(InvalidPassword, RateLimited, Invalid)
async def change_password(runtime: AuthRuntime, change: ChangePassword, *, caller: Principal) -> None:
    """Set a new password; all other sessions end."""
    account = await require_password(runtime, change.current_password, caller=caller)
    names = (account.first_name, account.last_name)
    password_policy.require_good_password(change.new_password, email=account.email, names=names, field="new_password")
    new_hash = await hashing.hash_password(runtime, change.new_password)
    checked_hash = account.password_hash
    async with runtime.database.transaction() as db:
        account = await get_own_account(db, caller, lock=True)
        # While the password was checked, a reset may have replaced the password and ended this session.
        await require_active_session(db, caller)
        if account.password_hash != checked_hash:
            raise InvalidPassword
        await _set_password(db, account, new_hash, kept_id=caller.sid)


@raises(RateLimited)
async def request_reset(runtime: AuthRuntime, email: str, *, client: CodeClient) -> UUID:
    """Email a code for a new password, or do the same work for an unknown address.

    Returns the challenge of the code.
    """
    settings = runtime.settings
    email_key = get_email_key(email)
    await limits.hit(runtime, "forgot-address", client.address, limit=settings.forgot_per_hour, per=HOUR)
    # This limit is counted for each client: otherwise three requests by anyone would block the owner's reset.
    limit = settings.forgot_per_account_per_hour
    await limits.hit(runtime, "forgot-account", client.address, about=email_key, limit=limit, per=HOUR)
    async with codes.open_sending_transaction(runtime, email, client=client) as db:
        await codes.require_budget(db, "reset", email, client=client)
        return await send_reset_code(db, await accounts.find_by_email(db, email), email=email, client=client)


async def send_reset_code(db: Session, account: Account | None, *, email: str, client: CodeClient) -> UUID:
    """Queue a code for a new password, or a decoy where there is no account. Returns the challenge of the code."""
    subject_id = account.id if account else None
    challenge = await codes.open_request(db, "reset", email, client=client, subject_id=subject_id)
    code = await codes.add_code(db, challenge)
    await emails.queue_for_account(db, "reset_code", account, code=code)
    return challenge.id


@raises(InvalidCode, CodeExpired, Invalid)
async def reset_password(runtime: AuthRuntime, form: ResetPassword, *, client: CodeClient) -> None:
    """Set a new password by code; all sessions end."""
    password_policy.require_good_password(form.new_password, email=form.email, names=(), field="new_password")
    async with codes.open_redeeming_transaction(runtime, form.email, client=client) as db:
        challenge = await codes.redeem(db, "reset", form.email, form.code, client=client)
        assert challenge.subject_id is not None  # a decoy has no code
        account = await accounts.find_by_id(db, challenge.subject_id, lock=True)
        if account:
            names = (account.first_name, account.last_name)
            password_policy.require_good_password(
                form.new_password, email=account.email, names=names, field="new_password"
            )
            await _set_password(db, account, await hashing.hash_password(runtime, form.new_password), kept_id=None)
        await codes.close_challenges(db, "reset", form.email)
    await lockout.unlock(runtime, form.email, client.device)


async def _set_password(db: Session, account: Account, new_hash: str, *, kept_id: UUID | None) -> None:
    """Set the password, end all sessions but the one with `kept_id`, and notify the user."""
    now = db.now()
    account.password_hash = new_hash
    account.updated_at = now
    account.first_password_until = None
    db.add(account)
    await sessions.end_all_sessions(db, account.id, reason="password changed", kept_id=kept_id)
    await outbox.record(db, PasswordChanged(user_id=account.id))
    await emails.queue_for_account(db, "password_changed", account, when=emails.format_moscow_time(now))
