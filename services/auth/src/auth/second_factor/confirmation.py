"""Confirmation before a sensitive action (data export, erasure, new sign-in methods): the user proves their identity
once more. The confirmation is valid for a few minutes and only in the same session."""

from datetime import timedelta

from chassis.web.auth import Principal

from auth import expiring_tokens
from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.service import own_account, require_password
from auth.registration import codes
from auth.runtime import Runtime
from auth.second_factor.errors import ConfirmationRequired
from auth.second_factor.schemas import Confirm

PURPOSE = "confirmation"


async def confirm(runtime: Runtime, proof: Confirm, *, caller: Principal, address: str) -> str:
    """Create a confirmation for this session. Raises InvalidPassword, InvalidCode, CodeExpired, RateLimited."""
    if proof.password is not None:
        await require_password(runtime, proof.password, caller=caller)
    else:
        async with runtime.database.reading() as db:
            email = (await own_account(db, caller)).email
        async with codes.guess(runtime, email, address=address) as db:
            await codes.redeem(db, "confirm", email, proof.code or "", address=address, subjects=[caller.id])
    valid_for = timedelta(seconds=runtime.settings.confirmation_ttl_seconds)
    return expiring_tokens.create_token(runtime, PURPOSE, valid_for=valid_for, sub=str(caller.id), sid=str(caller.sid))


async def mail_code(runtime: Runtime, *, caller: Principal, address: str) -> int:
    """E-mail the caller a confirmation code. Returns the seconds until the next one. Raises RateLimited."""
    await codes.limit_sending(runtime, address=address)
    async with runtime.database.transaction() as db:
        account = await own_account(db, caller)
        await accounts.lock_email(db, account.email)
        await codes.require_pause(db, "confirm", account.email)
        code = await codes.issue(db, "confirm", account.email, subject_id=account.id)
        await emails.queue_for_account(db, "confirm_code", account, code=code)
    return runtime.settings.resend_seconds


def require(runtime: Runtime, confirmation: str | None, *, caller: Principal) -> None:
    """Raise ConfirmationRequired unless this is a valid confirmation of the caller's session."""
    opened = expiring_tokens.open_token(runtime, PURPOSE, confirmation or "", refusal=ConfirmationRequired)
    if opened.fields != {"sub": str(caller.id), "sid": str(caller.sid)}:
        raise ConfirmationRequired
