"""Who may set up a second factor: a signed-in user with a confirmation, or an administrator who must set one up before
the first session."""

from typing import Annotated, NamedTuple

from chassis.auth import bearer_token, current
from chassis.errors import TokenInvalid
from chassis.openapi import SECURITY, SIGNED_IN
from fastapi import Depends, Request

from auth.accounts import queries as accounts
from auth.accounts.service import own_account
from auth.accounts.tables import Account
from auth.runtime import Runtime
from auth.second_factor import confirmation, queries
from auth.second_factor.confirmation_endpoints import ConfirmationHeader
from auth.second_factor.step_tokens import read_step_token, require_same_password
from auth.sessions.caller import require_active_session


class FactorSetup(NamedTuple):
    account: Account
    before_session: bool


async def _factor_setup(request: Request, proof: ConfirmationHeader = None) -> FactorSetup:
    runtime: Runtime = request.app.state.runtime
    token = bearer_token(request.headers.get("authorization", "")) or ""
    async with runtime.database.reading() as db:
        if token.startswith("v4.local."):
            step = read_step_token(runtime, token, "second_factor_setup_required")
            before_session = True
            account = require_same_password(runtime, step, await accounts.by_id(db, step.account_id))
            if not account.is_admin or runtime.settings.admin_2fa != "required":
                raise TokenInvalid
            # The token was issued because there was no factor; once there is one, only a full sign-in adds another.
            if await queries.has_totp(db, account.id) or await queries.passkey_count(db, account.id):
                raise TokenInvalid
        else:
            caller = await current(request)
            await require_active_session(db, caller)
            confirmation.require(runtime, proof, caller=caller)
            before_session = False
            account = await own_account(db, caller)
    return FactorSetup(account, before_session)


# A session, or the temporary token of a sign-in that has to set up a factor.
SECURITY[_factor_setup] = SIGNED_IN
FactorOwner = Annotated[FactorSetup, Depends(_factor_setup)]
