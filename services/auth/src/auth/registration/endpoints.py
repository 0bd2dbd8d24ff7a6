from datetime import timedelta

from chassis import limits
from chassis.errors import BadRequest, RateLimited, Unavailable, documented
from chassis.http import ClientAddress
from fastapi import APIRouter, Request, Response

from auth.accounts import password_policy
from auth.accounts.schemas import Said
from auth.registration import browser_cookie, codes, service
from auth.registration.botcheck import require_human
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.schemas import CodeSent, Register, Registered, ResendCode, VerifyEmail
from auth.runtime import Rt

router = APIRouter(prefix="/api/auth", tags=["registration"])


@router.post("/register", status_code=201, responses=documented(BadRequest, RateLimited, Unavailable))
async def register(
    body: Register, request: Request, response: Response, runtime: Rt, address: ClientAddress
) -> Registered:
    """Register; a code is e-mailed. The answer is the same for every address."""
    password_policy.require_good(body.password, email=body.email, names=(body.first_name, body.last_name))
    limit = runtime.settings.register_per_hour
    await limits.hit(runtime, "register", address, limit=limit, per=timedelta(hours=1))
    await codes.limit_sending(runtime, address=address)
    await require_human(runtime, body.turnstileToken, address=address)
    own = browser_cookie.registration_ids(request, body.email)
    user = await service.register(runtime, body, address=address, own=own)
    browser_cookie.add(request, response, user.id, body.email)
    return Registered(user=user, message="Мы отправили код подтверждения на вашу почту")


@router.post("/verify-email", responses=documented(InvalidCode, CodeExpired, RateLimited))
async def verify_email(body: VerifyEmail, request: Request, runtime: Rt, address: ClientAddress) -> Said:
    """Verify an e-mail by the code that was sent to it."""
    own = browser_cookie.registration_ids(request, body.email)
    await service.verify_email(runtime, body, own=own, address=address)
    return Said(message="Email подтвержден!")


@router.post("/resend-code", responses=documented(RateLimited))
async def resend_code(body: ResendCode, request: Request, runtime: Rt, address: ClientAddress) -> CodeSent:
    """E-mail a new code of the registration; earlier ones stay valid."""
    own = browser_cookie.registration_ids(request, body.email)
    return CodeSent(retry_after=await service.resend(runtime, body.email, address=address, own=own))
