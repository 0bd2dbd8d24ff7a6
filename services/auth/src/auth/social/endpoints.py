from typing import Annotated
from uuid import UUID

from chassis.app import Rt, Runtime
from chassis.auth import current, maybe_current
from chassis.errors import Forbidden, NotFound, RateLimited, TokenInvalid, Unauthorized, documented
from chassis.http import ClientAddress
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from pydantic import AfterValidator

from auth.accounts.schemas import UserRead
from auth.botcheck.errors import BotCheckFailed, BotCheckRequired
from auth.botcheck.service import require_human
from auth.codes.errors import CodeExpired, InvalidCode
from auth.fields import printable
from auth.login.answers import hand_over
from auth.registration.schemas import CodeSent
from auth.sessions.caller import in_good_standing
from auth.sessions.devices import Device, ThisDevice
from auth.sessions.schemas import SignedIn
from auth.social import attempts, proving, service
from auth.social.errors import (
    InvalidSocialCode,
    InvalidState,
    LinkedElsewhere,
    ProviderUnavailable,
    RedirectNotAllowed,
)
from auth.social.providers import registry, telegram
from auth.social.providers.profile import Profile, Return
from auth.social.schemas import (
    AuthorizationUrl,
    ProviderRead,
    Providers,
    SendVerification,
    SocialAnswer,
    SocialReturn,
    TelegramReturn,
    VerifySession,
)
from auth.social.service import EmailRequired

router = APIRouter(prefix="/api/auth", tags=["social"])
ProviderName = Annotated[str, Path(max_length=40)]
Address = Annotated[str, Query(min_length=1, max_length=512), AfterValidator(printable)]
TempToken = Annotated[str, Depends(proving.sent_temp_token)]
SessionTokenHeader = Annotated[str | None, Header(alias="x-session-token", max_length=512)]
REFUSALS = documented(
    InvalidState,
    InvalidSocialCode,
    BotCheckFailed,
    BotCheckRequired,
    Unauthorized,
    Forbidden,
    NotFound,
    LinkedElsewhere,
    ProviderUnavailable,
)


@router.get("/social/providers")
async def list_providers(runtime: Rt) -> Providers:
    """List the providers; the screen offers those that are configured."""
    widget = telegram.Telegram().widget_url(runtime)
    return Providers(
        providers=[
            ProviderRead.model_validate(
                {
                    "id": one.id,
                    "name": one.name,
                    "available": one.is_configured(runtime),
                    "widget_url": widget if one.id == "telegram" else None,
                }
            )
            for one in registry.PROVIDERS.values()
        ]
    )


@router.get(
    "/paseto/social/{provider}/auth",
    responses=documented(RedirectNotAllowed, Unauthorized, NotFound, ProviderUnavailable, RateLimited),
)
async def social_auth(
    provider: ProviderName,
    redirect_uri: Address,
    state: Address,
    request: Request,
    runtime: Rt,
    address: ClientAddress,
) -> AuthorizationUrl:
    """Give the address of the provider's sign-in page."""
    caller = await maybe_current(request)
    return await attempts.begin(
        runtime,
        provider,
        redirect_uri=redirect_uri,
        state=state,
        account_id=caller.id if caller else None,
        address=address,
    )


@router.post("/paseto/social/{provider}/callback", responses=REFUSALS)
async def social_callback(
    provider: ProviderName,
    body: SocialReturn,
    request: Request,
    response: Response,
    runtime: Rt,
    device: ThisDevice,
    session_token: SessionTokenHeader = None,
) -> SocialAnswer:
    """Finish a sign-in through vk, google or telegram, or add the provider to the account one is signed in to."""
    chosen = registry.provider(runtime, provider)
    await require_human(runtime, body.turnstileToken, address=device.ip)
    opened = await attempts.finish(runtime, provider, body, session_token=body.sessionToken or session_token)
    back = Return(code=body.code, device_id=body.device_id)
    profile = await registry.profile(runtime, chosen, opened.way, back)
    if opened.account_id:
        return await _link(request, profile, account_id=opened.account_id)
    return await _sign_in(response, runtime, profile, device)


@router.post("/paseto/telegram/callback", responses=REFUSALS)
async def telegram_callback(
    body: TelegramReturn, request: Request, response: Response, runtime: Rt, device: ThisDevice
) -> SocialAnswer:
    """Finish a sign-in through Telegram's login widget."""
    if not telegram.Telegram().has_widget(runtime):
        raise ProviderUnavailable(retry_after=3600)
    await require_human(runtime, body.turnstileToken, address=device.ip)
    profile = await telegram.widget_profile(runtime, body.telegramData)
    if body.link:
        return await _link(request, profile, account_id=None)
    return await _sign_in(response, runtime, profile, device)


async def _link(request: Request, profile: Profile, *, account_id: UUID | None) -> SocialAnswer:
    """Only the person who set out signed in may come back to be linked. Raises Unauthorized, InvalidState."""
    runtime: Runtime = request.app.state.runtime
    caller = await in_good_standing(await current(request), runtime)
    if account_id is not None and caller.id != account_id:
        raise InvalidState
    account = await service.link(runtime, profile, caller=caller)
    return SocialAnswer(user=UserRead.of(account), isNewUser=False)


async def _sign_in(response: Response, runtime: Runtime, profile: Profile, device: Device) -> SocialAnswer:
    outcome = await service.sign_in(runtime, profile, device)
    if isinstance(outcome.result, EmailRequired):
        return SocialAnswer(status="email_required", tempToken=outcome.result.token, isNewUser=outcome.is_new)
    answer = hand_over(response, runtime, outcome.result, device)
    return SocialAnswer.model_validate({**answer.model_dump(), "isNewUser": outcome.is_new})


@router.post("/send-verification-session", responses=documented(Unauthorized, TokenInvalid, RateLimited))
async def send_verification_session(
    body: SendVerification, token: TempToken, runtime: Rt, address: ClientAddress
) -> CodeSent:
    """Mail a code to the address a social sign-in is to be finished with."""
    return CodeSent(retry_after=await proving.send_code(runtime, token, body.email, address=address))


@router.post(
    "/verify-email-session",
    responses=documented(Unauthorized, TokenInvalid, InvalidCode, CodeExpired, RateLimited),
)
async def verify_email_session(
    body: VerifySession, token: TempToken, response: Response, runtime: Rt, device: ThisDevice
) -> SignedIn:
    """Finish a social sign-in with the code that proves the e-mail."""
    return hand_over(response, runtime, await proving.finish(runtime, token, body, device), device)
