from datetime import timedelta

from chassis.web import limits
from chassis.web.errors import BadRequest, NotFound, RateLimited, Unavailable, document_errors
from chassis.web.http import ClientAddress
from fastapi import APIRouter, Response

from auth.accounts import password_policy
from auth.accounts.schemas import TextAnswer
from auth.registration import botcheck, email_validation, service
from auth.registration.code_requests import CurrentCodeClient, give_handle
from auth.registration.schemas import (
    AltchaChallenge,
    BotCheckConfig,
    CodeSent,
    EmailCheck,
    EmailToCheck,
    Register,
    RegistrationAnswer,
    ResendCode,
    VerifyEmail,
)
from auth.runtime import CurrentRuntime

router = APIRouter(prefix="/api/auth", tags=["registration"])
botcheck_router = APIRouter(prefix="/api/auth", tags=["bot check"])


@router.post("/register", status_code=201, responses=document_errors(service.register, BadRequest, Unavailable))
async def register(
    body: Register, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient
) -> RegistrationAnswer:
    """Register. A code is emailed. The answer is the same for every address."""
    password_policy.require_good_password(body.password, email=body.email, names=(body.first_name, body.last_name))
    limit = runtime.settings.register_per_hour
    await limits.hit(runtime, "register", client.address, limit=limit, per=timedelta(hours=1))
    await botcheck.require_human(runtime, body.turnstileToken, address=client.address)
    user, challenge_id = await service.register(runtime, body, client=client)
    return RegistrationAnswer(
        user=user,
        message="Мы отправили код подтверждения на вашу почту",
        codeRequest=give_handle(response, runtime, client, challenge_id),
    )


@router.post(
    "/verify-email",
    responses=document_errors(service.verify_email),
)
async def verify_email(body: VerifyEmail, runtime: CurrentRuntime, client: CurrentCodeClient) -> TextAnswer:
    """Verify an email address by the code sent to it. Without the registration's handle its password is required
    too."""
    await service.verify_email(runtime, body, client=client.add_handle(runtime, body.codeRequest))
    return TextAnswer(message="Email подтвержден!")


@router.post("/resend-code", responses=document_errors(service.resend))
async def resend_code(
    body: ResendCode, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient
) -> CodeSent:
    """Email a new code of the registration. The previous code stays valid."""
    client = client.add_handle(runtime, body.codeRequest)
    retry_after, challenge_id = await service.resend(runtime, body, client=client)
    return CodeSent(retry_after=retry_after, codeRequest=give_handle(response, runtime, client, challenge_id))


@router.post("/validate-email", responses=document_errors(RateLimited))
async def validate_email(body: EmailToCheck, runtime: CurrentRuntime, address: ClientAddress) -> EmailCheck:
    """Check the spelling and domain of an address; never whether an account uses it."""
    limit = runtime.settings.validate_email_per_minute
    await limits.hit(runtime, "validate-email", address, limit=limit, per=timedelta(minutes=1))
    return await email_validation.check(runtime, body.email)


@botcheck_router.get("/turnstile-config")
async def turnstile_config(runtime: CurrentRuntime) -> BotCheckConfig:
    """Show which bot check the forms need, if any."""
    settings = runtime.settings
    provider = settings.botcheck_provider
    return BotCheckConfig(
        enabled=provider != "off",
        provider=provider,
        siteKey=settings.turnstile_site_key if provider == "turnstile" else None,
        challengeUrl="/api/auth/altcha-challenge" if provider == "altcha" else None,
    )


@botcheck_router.get("/altcha-challenge", responses=document_errors(NotFound))
async def altcha_challenge(runtime: CurrentRuntime) -> AltchaChallenge:
    """Create a challenge of the self-hosted bot check."""
    if runtime.settings.botcheck_provider != "altcha":
        raise NotFound
    return AltchaChallenge.model_validate(botcheck.create_challenge(runtime))
