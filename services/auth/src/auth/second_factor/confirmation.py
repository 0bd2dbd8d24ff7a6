"""Confirmation before a sensitive action: an export, the erasure, every change of a sign-in method.

The user proves their identity again, by a method that the account already has (docs/decisions/0197). The
confirmation is valid for a few minutes and only in the same session.
"""

from datetime import timedelta

from chassis.web.auth import Principal
from chassis.web.errors import RateLimited, raises

from auth import expiring_tokens
from auth.accounts import emails
from auth.accounts.errors import ConfirmationRequired, InvalidPassword
from auth.accounts.service import get_own_account, require_password
from auth.registration import codes
from auth.registration.code_requests import CodeClient
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.service import SentCode
from auth.runtime import AuthRuntime, Session
from auth.second_factor import passkey_verification, queries, service
from auth.second_factor.errors import EmailCodeInsufficient, InvalidPasskey
from auth.second_factor.schemas import Confirm
from auth.second_factor.setup import Confirmation, ConfirmationMethod

PURPOSE = "confirmation"


@raises(InvalidPassword, InvalidCode, InvalidPasskey, CodeExpired, EmailCodeInsufficient, RateLimited)
async def confirm(runtime: AuthRuntime, proof: Confirm, *, caller: Principal, client: CodeClient) -> str:
    """Create a confirmation for this session.

    If the account has a second factor, a code must come from that factor. Otherwise it must come from an email.
    """
    method: ConfirmationMethod = "password"
    async with runtime.database.reading() as db:
        had_app = await queries.has_totp(db, caller.id)
    if proof.password is not None:
        await require_password(runtime, proof.password, caller=caller)
    elif proof.credential is not None:
        await passkey_verification.verify_own_passkey(runtime, proof.credential, account_id=caller.id)
        method = "factor"
    else:
        method = await _confirm_by_code(runtime, proof.code or "", caller=caller, client=client)
    valid_for = timedelta(seconds=runtime.settings.confirmation_ttl_seconds)
    return expiring_tokens.create_token(
        runtime, PURPOSE, valid_for=valid_for, sub=str(caller.id), sid=str(caller.sid), by=method, had_app=str(had_app)
    )


async def _confirm_by_code(
    runtime: AuthRuntime, code: str, *, caller: Principal, client: CodeClient
) -> ConfirmationMethod:
    async with runtime.database.reading() as db:
        email = (await get_own_account(db, caller)).email
        has_totp = await queries.has_totp(db, caller.id)
        has_factor = await queries.has_factor(db, caller.id)
    if has_totp:
        await service.verify_code(runtime, caller.id, code, subject=f"{caller.id}:{caller.sid}")
        return "factor"
    if has_factor:
        raise EmailCodeInsufficient
    async with codes.open_redeeming_transaction(runtime, email, client=client) as db:
        await codes.redeem(db, "confirm", email, code, client=client, subject_id=caller.id)
    return "mailbox"


@raises(RateLimited, EmailCodeInsufficient)
async def mail_code(runtime: AuthRuntime, *, caller: Principal, client: CodeClient) -> SentCode:
    """Email the caller a confirmation code."""
    async with runtime.database.reading() as db:
        account = await get_own_account(db, caller)
        if await queries.has_factor(db, account.id):
            raise EmailCodeInsufficient
    await codes.limit_requests(runtime, "confirm", account.email, client=client)
    async with codes.open_sending_transaction(runtime, account.email, client=client) as db:
        await codes.require_budget(db, "confirm", account.email, client=client)
        challenge = await codes.open_request(db, "confirm", account.email, client=client, subject_id=account.id)
        code = await codes.add_code(db, challenge)
        await emails.queue_for_account(db, "confirm_code", account, code=code)
    return SentCode(runtime.settings.resend_seconds, challenge.id)


def require(runtime: AuthRuntime, proof: str | None, *, caller: Principal) -> Confirmation:
    """Return the confirmation that the token `proof` holds.

    Raises ConfirmationRequired if the token is missing, invalid or of another session.
    """
    opened_token = expiring_tokens.open_token(runtime, PURPOSE, proof or "", refusal=ConfirmationRequired)
    is_of_account = opened_token.fields["sub"] == str(caller.id)
    is_of_session = opened_token.fields["sid"] == str(caller.sid)
    if not is_of_account or not is_of_session:
        raise ConfirmationRequired
    stored_method = opened_token.fields.get("by")
    method: ConfirmationMethod = "password"
    if stored_method == "factor":
        method = "factor"
    elif stored_method == "mailbox":
        method = "mailbox"
    return Confirmation(method, had_app=opened_token.fields.get("had_app") == "True")


async def require_for_change(db: Session, proof: str | None, *, caller: Principal) -> Confirmation:
    """Do the same as `require`, for a change of a sign-in method.

    If the account has a second factor, a confirmation by the mailbox alone is refused.
    """
    confirmation = require(db.runtime, proof, caller=caller)
    if confirmation.method == "mailbox" and await queries.has_factor(db, caller.id):
        raise ConfirmationRequired
    return confirmation
