from chassis.errors import RateLimited, Unavailable, documented
from chassis.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter

from auth.accounts.errors import InvalidPassword, NoPassword
from auth.login import passwords
from auth.login.schemas import ChangePassword, ForgotPassword, ResetPassword
from auth.registration.botcheck import require_human
from auth.registration.errors import BotCheckFailed, BotCheckRequired, CodeExpired, InvalidCode
from auth.runtime import Rt
from auth.sessions.caller import Member

router = APIRouter(prefix="/api/auth", tags=["passwords"])


@router.post("/me/password", responses=documented(InvalidPassword, NoPassword, RateLimited))
async def change_password(body: ChangePassword, caller: Member, runtime: Rt) -> Done:
    """Change the caller's password; other sessions end."""
    await passwords.change_password(runtime, body, caller=caller)
    return Done()


@router.post("/password/forgot", responses=documented(RateLimited, BotCheckFailed, BotCheckRequired, Unavailable))
async def forgot_password(body: ForgotPassword, runtime: Rt, address: ClientAddress) -> Done:
    """E-mail a code for a new password if the address has an account; the answer is the same if not."""
    await require_human(runtime, body.turnstileToken, address=address)
    await passwords.request_reset(runtime, body.email, address=address)
    return Done()


@router.post("/password/reset", responses=documented(InvalidCode, CodeExpired, RateLimited))
async def reset_password(body: ResetPassword, runtime: Rt, address: ClientAddress) -> Done:
    """Set a new password with the e-mailed code; all sessions end."""
    await passwords.reset_password(runtime, body, address=address)
    return Done()
