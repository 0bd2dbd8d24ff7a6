"""Who may set up a second factor: a member who has just confirmed himself, or an administrator who must have one
and stands before his first session."""

from typing import Annotated, NamedTuple

from chassis.app import Runtime
from chassis.auth import current
from chassis.errors import TokenInvalid, Unauthorized
from fastapi import Depends, Request

from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.confirmation import service as confirmation
from auth.confirmation.endpoints import ConfirmationHeader
from auth.login.admission import account_of
from auth.second_factor import queries
from auth.sessions.caller import require_good_standing


class SettingUp(NamedTuple):
    account: Account
    before_session: bool


async def _setting_up(request: Request, proof: ConfirmationHeader = None) -> SettingUp:
    runtime: Runtime = request.app.state.runtime
    _, _, token = request.headers.get("authorization", "").partition(" ")
    async with runtime.database.reading() as db:
        if token.startswith("v4.local."):
            account_id, before_session = account_of(runtime, token.strip(), "second_factor_setup_required"), True
            # The token was given because there was no factor; once there is one, only its owner adds another.
            if await queries.has_totp(db, account_id) or await queries.passkey_count(db, account_id):
                raise TokenInvalid
        else:
            caller = await current(request)
            await require_good_standing(db, caller)
            confirmation.require(runtime, proof, caller=caller)
            account_id, before_session = caller.id, False
        account = await accounts.by_id(db, account_id)
    if account is None:
        raise Unauthorized
    return SettingUp(account, before_session)


WhoSetsUp = Annotated[SettingUp, Depends(_setting_up)]
