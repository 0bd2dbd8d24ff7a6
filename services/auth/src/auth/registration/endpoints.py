from datetime import timedelta

from chassis.web import limits
from chassis.web.errors import BadRequest, NotFound, RateLimited, Unavailable, documented
from chassis.web.http import ClientAddress
from fastapi import APIRouter, Request, Response

from auth.accounts import password_policy
from auth.accounts.schemas import Said
from auth.registration import botcheck, browser_cookie, codes, email_validation, service
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.schemas import (
    AltchaChallenge,
    BotCheckConfig,
    CodeSent,
    EmailCheck,
    EmailToCheck,
    Register,
    Registered,
    ResendCode,
    VerifyEmail,
)
from auth.runtime import Rt

router = APIRouter(prefix="/api/auth", tags=["registration"])
botcheck_router = APIRouter(prefix="/api/auth", tags=["bot check"])


@router.post("/register", status_code=201, responses=documented(BadRequest, RateLimited, Unavailable))
async def register(
    body: Register, request: Request, response: Response, runtime: Rt, address: ClientAddress
) -> Registered:
    """Register; a code is e-mailed. The answer is the same for every address."""
    password_policy.require_good(body.password, email=body.email, names=(body.first_name, body.last_name))
    limit = runtime.settings.register_per_hour
    await limits.hit(runtime, "register", address, limit=limit, per=timedelta(hours=1))
    await codes.limit_sending(runtime, address=address)
    await botcheck.require_human(runtime, body.turnstileToken, address=address)
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


@router.post("/validate-email", responses=documented(RateLimited))
async def validate_email(body: EmailToCheck, runtime: Rt, address: ClientAddress) -> EmailCheck:
    """Check the spelling and domain of an address; never whether an account uses it."""
    limit = runtime.settings.validate_email_per_minute
    await limits.hit(runtime, "validate-email", address, limit=limit, per=timedelta(minutes=1))
    return await email_validation.check(runtime, body.email)


@botcheck_router.get("/turnstile-config")
async def turnstile_config(runtime: Rt) -> BotCheckConfig:
    """Show which bot check the forms need, if any."""
    settings = runtime.settings
    provider = settings.botcheck_provider
    return BotCheckConfig(
        enabled=provider != "off",
        provider=provider,
        siteKey=settings.turnstile_site_key if provider == "turnstile" else None,
        challengeUrl="/api/auth/altcha-challenge" if provider == "altcha" else None,
    )


@botcheck_router.get("/altcha-challenge", responses=documented(NotFound))
async def altcha_challenge(runtime: Rt) -> AltchaChallenge:
    """Create a challenge of the self-hosted bot check."""
    if runtime.settings.botcheck_provider != "altcha":
        raise NotFound
    return AltchaChallenge.model_validate(botcheck.create_challenge(runtime))
