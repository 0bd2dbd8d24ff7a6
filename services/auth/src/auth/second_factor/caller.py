"""Dependencies of routes that need a confirmation, or that set up a second factor.

A second factor is set up by a signed-in user with a confirmation, or by an administrator before the first session.
"""

from typing import Annotated

from chassis.web.auth import CHECKS, Principal, get_caller, parse_bearer_token
from chassis.web.errors import Forbidden, TokenInvalid, Unauthorized, document_errors
from chassis.web.openapi import REQUIRED_SIGN_IN, SECURITY
from fastapi import Depends, Header, Request

from auth.accounts.errors import ConfirmationRequired
from auth.accounts.service import get_own_account
from auth.runtime import CurrentRuntime
from auth.second_factor import confirmation, queries
from auth.second_factor.setup import FactorSetup
from auth.second_factor.steps import get_account, read_step_token
from auth.sessions.caller import Member, require_active_session

# The token of a sign-in step is encrypted (PASETO v4.local); the access token of a session is signed (v4.public).
ENCRYPTED_PREFIX = "v4.local."
ConfirmationHeader = Annotated[str | None, Header(alias="X-Confirmation", max_length=2000)]


async def _require_confirmation(caller: Member, runtime: CurrentRuntime, proof: ConfirmationHeader = None) -> Principal:
    async with runtime.database.reading() as db:
        await confirmation.require_for_change(db, proof, caller=caller)
    return caller


async def _allow_factor_setup(
    request: Request, runtime: CurrentRuntime, proof: ConfirmationHeader = None
) -> FactorSetup:
    token = parse_bearer_token(request.headers.get("authorization", "")) or ""
    async with runtime.database.reading() as db:
        if not token.startswith(ENCRYPTED_PREFIX):
            caller = await get_caller(request)
            await require_active_session(db, caller)
            user_confirmation = await confirmation.require_for_change(db, proof, caller=caller)
            return FactorSetup(await get_own_account(db, caller), caller.sid, user_confirmation)
        step_token = read_step_token(runtime, token, "second_factor_setup_required")
        account = await get_account(db, step_token)
        if not account.is_admin or runtime.settings.admin_2fa != "required":
            raise TokenInvalid
        # The token was issued because the account had no factor. Once the account has a factor, only a full sign-in
        # may add another.
        if await queries.has_totp(db, account.id) or await queries.count_passkeys(db, account.id):
            raise TokenInvalid
    return FactorSetup(account)


async def _check_token(request: Request) -> None:
    """Check the token of a session or of a step before the body is read."""
    token = parse_bearer_token(request.headers.get("authorization", "")) or ""
    if token.startswith(ENCRYPTED_PREFIX):
        read_step_token(request.app.state.runtime, token, "second_factor_setup_required")
    else:
        await get_caller(request)


ConfirmedMember = Annotated[Principal, Depends(_require_confirmation)]
# The bearer token is the access token of a session, or the temporary token of a sign-in that must set up a factor.
SECURITY[_allow_factor_setup] = REQUIRED_SIGN_IN
CHECKS[_allow_factor_setup] = _check_token
FactorOwner = Annotated[FactorSetup, Depends(_allow_factor_setup)]


async def _allow_passkey_setup(owner: FactorOwner) -> FactorSetup:
    """Check who may add a passkey, which signs in without the app.

    If the app is on, a password alone may not add a passkey: a sign-in must not need fewer factors than before.
    """
    if owner.confirmation.method != "factor" and owner.confirmation.had_app:
        raise ConfirmationRequired
    return owner


PasskeyOwner = Annotated[FactorSetup, Depends(_allow_passkey_setup)]
# These are the documented errors of the routes for the caller's own factors.
OWN_FACTOR_RESPONSES = document_errors(Unauthorized, Forbidden, ConfirmationRequired)
