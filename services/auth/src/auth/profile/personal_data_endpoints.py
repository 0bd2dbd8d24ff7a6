from chassis.errors import RateLimited, documented
from fastapi import APIRouter, Response

from auth.accounts.current_password import require_password
from auth.accounts.errors import InvalidPassword, NoPassword
from auth.accounts.service import own_account
from auth.administration.errors import LastAdministrator
from auth.profile import erasure, export
from auth.profile.schemas import EraseMe, ErasureBegun, PersonalData
from auth.runtime import Rt
from auth.second_factor import confirmation
from auth.second_factor.confirmation_endpoints import ConfirmationHeader, ConfirmedMember
from auth.second_factor.errors import ConfirmationRequired
from auth.sessions import cookies
from auth.sessions.caller import Member

router = APIRouter(prefix="/api/auth/me", tags=["personal data"], responses=documented(ConfirmationRequired))


@router.get("/export", responses=documented(RateLimited))
async def export_me(caller: ConfirmedMember, runtime: Rt, response: Response) -> PersonalData:
    """Export the caller's data from all services as one document."""
    response.headers["Content-Disposition"] = 'attachment; filename="personal-data.json"'
    return await export.gather(runtime, caller=caller)


@router.delete("", responses=documented(InvalidPassword, NoPassword, LastAdministrator, RateLimited))
async def erase_me(
    caller: Member,
    runtime: Rt,
    response: Response,
    body: EraseMe | None = None,
    proof: ConfirmationHeader = None,
) -> ErasureBegun:
    """Erase the caller's data in all services; documents of deals stay for five years by law."""
    if body and body.password is not None:
        async with runtime.database.reading() as db:
            account = await own_account(db, caller)
        await require_password(runtime, account, body.password)
    else:
        confirmation.require(runtime, proof, caller=caller)
    erasure_id = await erasure.erase(runtime, caller=caller)
    cookies.clear_session(response, runtime)
    return ErasureBegun(erasure_id=erasure_id, message="Аккаунт удалён")
