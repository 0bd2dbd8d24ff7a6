from typing import Annotated
from uuid import UUID

from chassis.web.auth import CHECKS, bearer_token, current, maybe_current
from chassis.web.errors import Forbidden, NotFound, RateLimited, TokenInvalid, Unauthorized, documented, found
from chassis.web.http import ClientAddress
from chassis.web.openapi import SECURITY
from contracts.envelopes import Done
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from pydantic import AfterValidator

from auth.accounts.schemas import UserRead
from auth.fields import no_control_characters
from auth.registration.botcheck import require_human
from auth.registration.errors import BotCheckFailed, BotCheckRequired, CodeExpired, InvalidCode
from auth.registration.schemas import CodeSent
from auth.runtime import Db, ReadDb, Rt, Runtime
from auth.second_factor.steps import sign_in_response
from auth.sessions.caller import Member, active_caller
from auth.sessions.devices import Device, ThisDevice
from auth.sessions.schemas import SignedIn
from auth.social import authorization_requests, queries, service
from auth.social.errors import (
    InvalidSocialCode,
    InvalidState,
    LastLoginMethod,
    LinkedElsewhere,
    ProviderUnavailable,
    RedirectNotAllowed,
)
from auth.social.providers import registry, telegram
from auth.social.providers.profile import Profile, ProviderReturn
from auth.social.schemas import (
    AuthorizationUrl,
    Identities,
    IdentityRead,
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
identity_router = APIRouter(prefix="/api/auth/me/identities", tags=["identities"])
ProviderName = Annotated[str, Path(max_length=40)]
Address = Annotated[str, Query(min_length=1, max_length=512), AfterValidator(no_control_characters)]
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


async def _temp_token(request: Request) -> str:
    """The bearer tempToken of a request. Raises Unauthorized."""
    return found(bearer_token(request.headers.get("authorization", "")), error=Unauthorized)


SECURITY[_temp_token] = [{"bearer": []}]
CHECKS[_temp_token] = _temp_token
TempToken = Annotated[str, Depends(_temp_token)]


@router.get("/social/providers")
async def list_providers(runtime: Rt) -> Providers:
    """List the providers; `available` ones are configured."""
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
    """Start a sign-in at a provider: the URL of its page."""
    caller = await maybe_current(request)
    return await authorization_requests.begin(
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
    """Finish a sign-in through VK, Google or Telegram, or link the provider to the caller's account."""
    chosen = registry.provider(runtime, provider)
    await require_human(runtime, body.turnstileToken, address=device.ip)
    authorization, account_id = await authorization_requests.finish(
        runtime, provider, body, session_token=body.sessionToken or session_token
    )
    back = ProviderReturn(code=body.code, device_id=body.device_id)
    profile = await registry.profile(runtime, chosen, authorization, back)
    if account_id:
        return await _link(request, profile, account_id=account_id)
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
    """Link the provider to the account from which the authorization was started. Raises Unauthorized, InvalidState."""
    runtime: Runtime = request.app.state.runtime
    caller = await active_caller(await current(request), runtime)
    if account_id is not None and caller.id != account_id:
        raise InvalidState
    account = await service.link(runtime, profile, caller=caller)
    return SocialAnswer(user=UserRead.of(account), isNewUser=False)


async def _sign_in(response: Response, runtime: Runtime, profile: Profile, device: Device) -> SocialAnswer:
    outcome = await service.sign_in(runtime, profile, device)
    if isinstance(outcome.result, EmailRequired):
        return SocialAnswer(status="email_required", tempToken=outcome.result.token, isNewUser=outcome.is_new)
    answer = sign_in_response(response, runtime, outcome.result, device)
    return SocialAnswer.model_validate({**answer.model_dump(), "isNewUser": outcome.is_new})


@router.post("/send-verification-session", responses=documented(Unauthorized, TokenInvalid, RateLimited))
async def send_verification_session(
    body: SendVerification, token: TempToken, runtime: Rt, address: ClientAddress
) -> CodeSent:
    """E-mail a code to the address with which the social sign-in will be finished."""
    return CodeSent(retry_after=await service.send_code(runtime, token, body.email, address=address))


@router.post(
    "/verify-email-session",
    responses=documented(Unauthorized, TokenInvalid, InvalidCode, CodeExpired, RateLimited),
)
async def verify_email_session(
    body: VerifySession, token: TempToken, response: Response, runtime: Rt, device: ThisDevice
) -> SignedIn:
    """Finish a social sign-in with the code that verifies the e-mail."""
    return sign_in_response(response, runtime, await service.verify_email(runtime, token, body, device), device)


@identity_router.get("")
async def list_identities(caller: Member, db: ReadDb) -> Identities:
    """List the providers linked to the caller's account."""
    found = await queries.of_account(db, caller.id)
    return Identities(identities=[IdentityRead.model_validate(one.model_dump()) for one in found])


@identity_router.delete("/{identity_id}", responses=documented(NotFound, LastLoginMethod))
async def unlink_identity(identity_id: UUID, caller: Member, db: Db) -> Done:
    """Unlink a provider; the last way to sign in stays."""
    await service.unlink(db, identity_id, caller=caller)
    return Done()
