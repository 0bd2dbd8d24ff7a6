from chassis.web.errors import document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Response

from auth.accounts.errors import NoPassword
from auth.accounts.service import get_own_account
from auth.registration.code_requests import CurrentCodeClient, give_handle
from auth.registration.errors import InvalidCode
from auth.registration.schemas import CodeSent
from auth.runtime import CurrentRuntime, Db, ReadDb
from auth.second_factor import confirmation, queries, removals, service
from auth.second_factor.caller import OWN_FACTOR_RESPONSES, ConfirmedMember, FactorOwner
from auth.second_factor.errors import SecondFactorAlreadyOn
from auth.second_factor.schemas import (
    Confirm,
    Confirmation,
    RecoveryCodes,
    SecondFactorState,
    TotpConfirm,
    TotpEnabled,
    TotpSetup,
)
from auth.sessions.caller import Member
from auth.sessions.devices import CurrentDevice
from auth.sessions.sign_in import build_sign_in_response

confirmation_router = APIRouter(prefix="/api/auth/me", tags=["confirmation"])
router = APIRouter(
    prefix="/api/auth/me/second-factor",
    tags=["second factor"],
    responses=OWN_FACTOR_RESPONSES,
)


@confirmation_router.post(
    "/confirm",
    responses=document_errors(confirmation.confirm, NoPassword),
)
async def confirm_identity(
    body: Confirm, caller: Member, runtime: CurrentRuntime, client: CurrentCodeClient
) -> Confirmation:
    """Confirm the caller's identity: by password, by the second factor, or without one by an emailed code."""
    client = client.add_handle(runtime, body.codeRequest)
    token = await confirmation.confirm(runtime, body, caller=caller, client=client)
    return Confirmation(confirmation=token, expires_in=runtime.settings.confirmation_ttl_seconds)


@confirmation_router.post("/confirm-code", responses=document_errors(confirmation.mail_code))
async def mail_confirmation_code(
    response: Response, caller: Member, runtime: CurrentRuntime, client: CurrentCodeClient
) -> CodeSent:
    """Email the caller a confirmation code."""
    retry_after, challenge_id = await confirmation.mail_code(runtime, caller=caller, client=client)
    return CodeSent(retry_after=retry_after, codeRequest=give_handle(response, runtime, client, challenge_id))


@router.get("")
async def second_factor_state(caller: Member, runtime: CurrentRuntime, db: ReadDb) -> SecondFactorState:
    """Show which second factors the caller has set up."""
    return SecondFactorState(
        totp=await queries.has_totp(db, caller.id),
        recovery_codes_left=await queries.count_recovery_codes(db, caller.id),
        passkeys=await queries.count_passkeys(db, caller.id),
        required=caller.is_admin and runtime.settings.admin_2fa == "required",
        removal_at=(await get_own_account(db, caller)).factor_removal_at,
    )


@router.post("/keep")
async def keep_factors(caller: ConfirmedMember, db: Db) -> Done:
    """Keep the factors whose removal is planned because the session that added them was reported."""
    await removals.keep(db, await get_own_account(db, caller, lock=True))
    return Done()


@router.post("/totp", responses=document_errors(service.begin_totp))
async def begin_totp(owner: FactorOwner, db: Db) -> TotpSetup:
    """Create the secret for an authenticator app."""
    return await service.begin_totp(db, owner)


@router.post("/totp/confirm", responses=document_errors(SecondFactorAlreadyOn, InvalidCode))
async def confirm_totp(
    body: TotpConfirm, owner: FactorOwner, runtime: CurrentRuntime, db: Db, response: Response, device: CurrentDevice
) -> TotpEnabled:
    """Turn the app on with its first code. Returns recovery codes, and the session of a sign-in that required the
    app."""
    codes = await service.confirm_totp(db, owner, body.code)
    if not owner.is_before_session:
        return TotpEnabled(recovery_codes=codes)
    result = await service.begin_session(db, owner, device)
    return TotpEnabled(recovery_codes=codes, session=build_sign_in_response(response, runtime, result, device))


@router.delete("/totp", responses=document_errors(service.remove_totp))
async def remove_totp(caller: ConfirmedMember, db: Db) -> Done:
    """Turn the authenticator app off."""
    await service.remove_totp(db, await get_own_account(db, caller, lock=True))
    return Done()


@router.post("/recovery-codes")
async def new_recovery_codes(caller: ConfirmedMember, db: Db) -> RecoveryCodes:
    """Create a new set of recovery codes; the old set becomes invalid."""
    return RecoveryCodes(recovery_codes=await service.create_recovery_codes(db, await get_own_account(db, caller)))
