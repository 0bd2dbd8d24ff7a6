from chassis.errors import NotFound, documented
from fastapi import APIRouter

from auth.registration import botcheck
from auth.registration.schemas import AltchaChallenge, BotCheckConfig
from auth.runtime import Rt

router = APIRouter(prefix="/api/auth", tags=["bot check"])


@router.get("/turnstile-config")
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


@router.get("/altcha-challenge", responses=documented(NotFound))
async def altcha_challenge(runtime: Rt) -> AltchaChallenge:
    """Create a challenge of the self-hosted bot check."""
    if runtime.settings.botcheck_provider != "altcha":
        raise NotFound
    return AltchaChallenge.model_validate(botcheck.create_challenge(runtime))
