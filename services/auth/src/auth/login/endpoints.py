from chassis.errors import EmailNotVerified, RateLimited, TokenInvalid, Unavailable, documented
from chassis.overload import ConcurrencyLimit
from fastapi import APIRouter, Response

from auth.accounts.cores import available_cores
from auth.fields import email_key
from auth.login import service
from auth.login.errors import InvalidCredentials
from auth.login.schemas import Login
from auth.registration.botcheck import require_human
from auth.registration.errors import BotCheckFailed, BotCheckRequired, InvalidCode
from auth.runtime import Rt
from auth.second_factor.responses import sign_in_response
from auth.second_factor.schemas import SecondStep
from auth.sessions.devices import ThisDevice
from auth.sessions.schemas import SignedIn

router = APIRouter(prefix="/api/auth", tags=["login"])
REFUSALS = documented(InvalidCredentials, EmailNotVerified, BotCheckFailed, BotCheckRequired, RateLimited, Unavailable)
# Before the first read: a flood of sign-ins costs the database and the event loop more than what is refused here.
LIMIT = ConcurrencyLimit(running=2 * available_cores(), waiting=25 * available_cores())


@router.post("/login", responses=REFUSALS)
async def login(body: Login, response: Response, runtime: Rt, device: ThisDevice) -> SignedIn:
    """Sign in with e-mail and password."""
    async with LIMIT.turn():
        # The status service's probe cannot solve a bot check; guesses at its password are limited as for any account.
        if email_key(body.email) != email_key(runtime.settings.canary_email):
            await require_human(runtime, body.turnstileToken, address=device.ip)
        return sign_in_response(response, runtime, await service.log_in(runtime, body, device), device)


@router.post("/login/second-factor", responses=documented(TokenInvalid, InvalidCode, RateLimited))
async def login_second_factor(body: SecondStep, response: Response, runtime: Rt, device: ThisDevice) -> SignedIn:
    """Finish a sign-in with a code of the authenticator app, or with a recovery code."""
    return sign_in_response(response, runtime, await service.take_second_step(runtime, body, device), device)
