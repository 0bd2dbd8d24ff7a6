from chassis.errors import Forbidden, TokenInvalid, Unauthorized, documented
from contracts.envelopes import Done
from fastapi import APIRouter, Response

from auth.accounts import queries as accounts
from auth.accounts.service import own_account
from auth.registration.errors import InvalidCode
from auth.runtime import Db, ReadDb, Rt
from auth.second_factor import queries, service
from auth.second_factor.caller import FactorOwner
from auth.second_factor.confirmation_endpoints import ConfirmedMember
from auth.second_factor.errors import AlreadyOn, ConfirmationRequired, StillRequired
from auth.second_factor.responses import sign_in_response
from auth.second_factor.schemas import RecoveryCodes, SecondFactorState, TotpConfirm, TotpEnabled, TotpSetup
from auth.sessions import service as sessions
from auth.sessions.caller import Member
from auth.sessions.devices import ThisDevice

router = APIRouter(
    prefix="/api/auth/me/second-factor",
    tags=["second factor"],
    responses=documented(Unauthorized, Forbidden, ConfirmationRequired),
)


@router.get("")
async def second_factor_state(caller: Member, runtime: Rt, db: ReadDb) -> SecondFactorState:
    """Show which second factors the caller has set up."""
    return SecondFactorState(
        totp=await queries.has_totp(db, caller.id),
        recovery_codes_left=await queries.recovery_codes_left(db, caller.id),
        passkeys=await queries.passkey_count(db, caller.id),
        required=caller.is_admin and runtime.settings.admin_2fa == "required",
    )


@router.post("/totp", responses=documented(AlreadyOn))
async def begin_totp(who: FactorOwner, db: Db) -> TotpSetup:
    """Create the secret for an authenticator app."""
    return await service.begin_totp(db, who.account)


@router.post("/totp/confirm", responses=documented(AlreadyOn, InvalidCode))
async def confirm_totp(
    body: TotpConfirm, who: FactorOwner, runtime: Rt, db: Db, response: Response, device: ThisDevice
) -> TotpEnabled:
    """Turn the app on with its first code; returns recovery codes, and the session of a sign-in that waited for it."""
    codes = await service.confirm_totp(db, who.account, body.code)
    if not who.before_session:
        return TotpEnabled(recovery_codes=codes)
    account = await accounts.by_id(db, who.account.id, lock=True)
    if account is None or account.password_hash != who.account.password_hash:
        raise TokenInvalid
    begun = await sessions.begin(db, account, device, second_factor=True)
    return TotpEnabled(recovery_codes=codes, session=sign_in_response(response, runtime, begun, device))


@router.delete("/totp", responses=documented(StillRequired))
async def remove_totp(caller: ConfirmedMember, db: Db) -> Done:
    """Turn the authenticator app off."""
    await service.remove_totp(db, await own_account(db, caller, lock=True))
    return Done()


@router.post("/recovery-codes")
async def new_recovery_codes(caller: ConfirmedMember, db: Db) -> RecoveryCodes:
    """Create a new set of recovery codes; the old set becomes invalid."""
    return RecoveryCodes(recovery_codes=await service.new_recovery_codes(db, await own_account(db, caller)))
