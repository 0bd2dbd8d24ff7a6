from typing import Annotated

from chassis.auth import Principal
from chassis.errors import RateLimited, documented
from chassis.http import ClientAddress
from fastapi import APIRouter, Depends, Header

from auth.accounts.errors import InvalidPassword, NoPassword
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.schemas import CodeSent
from auth.runtime import Rt
from auth.second_factor import confirmation
from auth.second_factor.schemas import Confirm, Confirmation
from auth.sessions.caller import Member

router = APIRouter(prefix="/api/auth/me", tags=["confirmation"])
ConfirmationHeader = Annotated[str | None, Header(alias="X-Confirmation", max_length=2000)]


@router.post("/confirm", responses=documented(InvalidPassword, InvalidCode, CodeExpired, NoPassword, RateLimited))
async def confirm_identity(body: Confirm, caller: Member, runtime: Rt, address: ClientAddress) -> Confirmation:
    """Confirm the caller's identity once more, by password or e-mailed code."""
    token = await confirmation.confirm(runtime, body, caller=caller, address=address)
    return Confirmation(confirmation=token, expires_in=runtime.settings.confirmation_ttl_seconds)


@router.post("/confirm-code", responses=documented(RateLimited))
async def mail_confirmation_code(caller: Member, runtime: Rt, address: ClientAddress) -> CodeSent:
    """E-mail the caller a confirmation code."""
    return CodeSent(retry_after=await confirmation.mail_code(runtime, caller=caller, address=address))


async def _confirmed(caller: Member, runtime: Rt, header: ConfirmationHeader = None) -> Principal:
    confirmation.require(runtime, header, caller=caller)
    return caller


ConfirmedMember = Annotated[Principal, Depends(_confirmed)]
