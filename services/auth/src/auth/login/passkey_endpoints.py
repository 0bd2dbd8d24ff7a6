"""Passkeys. Their module is imported by the first request: webauthn is a tenth of a start (docs/decisions/0146)."""

from datetime import timedelta
from uuid import UUID

from chassis import limits
from chassis.errors import Forbidden, NotFound, RateLimited, Unauthorized, documented
from chassis.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter, Response

from auth.accounts.service import own_account
from auth.login import queries
from auth.login.errors import InvalidPasskey, TooManyPasskeys
from auth.login.schemas import NewPasskey, PasskeyAdded, PasskeyOptions, PasskeyProof, PasskeyRead, Passkeys
from auth.runtime import Db, ReadDb, Rt
from auth.second_factor.caller import FactorOwner
from auth.second_factor.confirmation_endpoints import ConfirmedMember
from auth.second_factor.errors import ConfirmationRequired, StillRequired
from auth.second_factor.responses import sign_in_response
from auth.sessions import service as sessions
from auth.sessions.caller import Member
from auth.sessions.devices import ThisDevice
from auth.sessions.schemas import SignedIn
from auth.sessions.sign_in_log import record_sign_in
from auth.social.errors import LastLoginMethod

router = APIRouter(prefix="/api/auth", tags=["passkeys"])
MINE = documented(Unauthorized, Forbidden, ConfirmationRequired)


@router.get("/me/passkeys")
async def list_passkeys(caller: Member, db: ReadDb) -> Passkeys:
    """List the caller's passkeys."""
    found = await queries.passkeys_of_account(db, caller.id)
    return Passkeys(passkeys=[PasskeyRead.model_validate(key.model_dump()) for key in found])


@router.post("/me/passkeys/options", responses={**MINE, **documented(RateLimited)})
async def passkey_options(who: FactorOwner, runtime: Rt, db: Db) -> PasskeyOptions:
    """Create the options for a browser that makes a passkey."""
    from auth.login import passkeys

    minute, owner = timedelta(minutes=1), str(who.account.id)
    await limits.hit(runtime, "passkey-options", owner, limit=passkeys.MAX_PER_MINUTE, per=minute, within=db)
    return PasskeyOptions(options=await passkeys.creation_options(db, who.account))


@router.post("/me/passkeys", status_code=201, responses={**MINE, **documented(InvalidPasskey, TooManyPasskeys)})
async def add_passkey(body: NewPasskey, who: FactorOwner, db: Db) -> PasskeyAdded:
    """Store a new passkey. An administrator who had to create one signs in with it next."""
    from auth.login import passkeys

    passkey = await passkeys.add(db, who.account, body)
    return PasskeyAdded(passkey=PasskeyRead.model_validate(passkey.model_dump()))


@router.delete("/me/passkeys/{passkey_id}", responses={**MINE, **documented(NotFound, StillRequired, LastLoginMethod)})
async def remove_passkey(passkey_id: UUID, caller: ConfirmedMember, db: Db) -> Done:
    """Delete a passkey."""
    from auth.login import passkeys

    await passkeys.remove(db, await own_account(db, caller, lock=True), passkey_id)
    return Done()


@router.post("/login/passkey/options", responses=documented(RateLimited))
async def passkey_login_options(runtime: Rt, db: Db, address: ClientAddress) -> PasskeyOptions:
    """Create the options for a browser that signs in with a passkey."""
    from auth.login import passkeys

    await limits.hit(runtime, "passkey-challenges", address, limit=passkeys.MAX_PER_MINUTE, per=timedelta(minutes=1))
    return PasskeyOptions(options=await passkeys.sign_in_options(db))


@router.post("/login/passkey", responses=documented(InvalidPasskey))
async def login_passkey(body: PasskeyProof, response: Response, runtime: Rt, db: Db, device: ThisDevice) -> SignedIn:
    """Sign in with a passkey, which counts as both factors."""
    from auth.login import passkeys

    try:
        account = await passkeys.prove(db, body.credential)
    except InvalidPasskey:
        record_sign_in("passkey", "invalid_passkey", ip=device.ip)
        raise
    begun = await sessions.begin(db, account, device, second_factor=True)
    record_sign_in("passkey", "success", ip=device.ip, account_id=account.id)
    return sign_in_response(response, runtime, begun, device)
