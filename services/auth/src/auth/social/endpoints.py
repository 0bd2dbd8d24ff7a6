from typing import Annotated
from uuid import UUID

from chassis.web.auth import CHECKS, find_caller, get_caller, parse_bearer_token
from chassis.web.errors import Forbidden, NotFound, RateLimited, Unauthorized, document_errors, require_found
from chassis.web.openapi import SECURITY
from contracts.envelopes import Done
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from pydantic import AfterValidator

from auth.accounts.errors import ConfirmationRequired
from auth.accounts.schemas import UserRead
from auth.fields import refuse_control_characters
from auth.registration.botcheck import require_human
from auth.registration.code_requests import CurrentCodeClient, give_handle
from auth.registration.errors import BotCheckFailed, BotCheckRequired
from auth.registration.schemas import CodeSent
from auth.runtime import AuthRuntime, CurrentRuntime, Db, ReadDb
from auth.second_factor import confirmation
from auth.second_factor.caller import ConfirmationHeader
from auth.second_factor.setup import ConfirmationMethod
from auth.sessions.caller import Member, get_active_caller
from auth.sessions.devices import CurrentDevice, Device
from auth.sessions.schemas import SignInAnswer
from auth.sessions.sign_in import build_sign_in_response
from auth.social import authorization_requests, queries, service
from auth.social.authorization_requests import AuthorizationClient
from auth.social.browser_mark import BrowserMark, mark_browser
from auth.social.errors import (
    InvalidSocialCode,
    InvalidState,
    LinkedElsewhere,
    ProviderUnavailable,
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
QueryText = Annotated[str, Query(min_length=1, max_length=512), AfterValidator(refuse_control_characters)]
SessionTokenHeader = Annotated[str | None, Header(alias="x-session-token", max_length=512)]
REFUSALS = document_errors(
    InvalidState,
    InvalidSocialCode,
    BotCheckFailed,
    BotCheckRequired,
    Unauthorized,
    Forbidden,
    NotFound,
    LinkedElsewhere,
    ProviderUnavailable,
    ConfirmationRequired,
)


async def _read_temp_token(request: Request) -> str:
    """Return the bearer tempToken of a request. Raises Unauthorized."""
    return require_found(parse_bearer_token(request.headers.get("authorization", "")), error=Unauthorized)


SECURITY[_read_temp_token] = [{"bearer": []}]
CHECKS[_read_temp_token] = _read_temp_token
TempToken = Annotated[str, Depends(_read_temp_token)]


@router.get("/social/providers")
async def list_providers(runtime: CurrentRuntime) -> Providers:
    """List the providers. `available` is true for a configured provider."""
    widget_url = telegram.Telegram().get_widget_url(runtime)
    providers = []
    for provider in registry.PROVIDERS.values():
        fields = {
            "id": provider.id,
            "name": provider.name,
            "available": provider.is_configured(runtime),
            "widget_url": widget_url if provider.id == "telegram" else None,
        }
        providers.append(ProviderRead.model_validate(fields))
    return Providers(providers=providers)


@router.get(
    "/paseto/social/{provider}/auth",
    responses=document_errors(authorization_requests.begin, Unauthorized, ConfirmationRequired),
)
async def social_auth(
    provider: ProviderName,
    redirect_uri: QueryText,
    state: QueryText,
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
    device: CurrentDevice,
    browser_mark: BrowserMark,
    proof: ConfirmationHeader = None,
) -> AuthorizationUrl:
    """Start a sign-in at a provider and return the URL of its page.

    For a signed-in caller it links the provider. The caller confirms it in this request or in the callback.
    """
    caller = await find_caller(request)
    confirmed_by = await _read_confirmation(request, proof) if caller and proof else None
    if not device.is_native:
        browser_mark = mark_browser(response, runtime, browser_mark)
    client = AuthorizationClient(device, browser_mark, caller.id if caller else None, confirmed_by)
    return await authorization_requests.begin(runtime, provider, redirect_uri=redirect_uri, state=state, client=client)


async def _read_confirmation(request: Request, proof: str | None) -> ConfirmationMethod:
    """Return how the caller has confirmed. Raises Unauthorized, ConfirmationRequired."""
    runtime: AuthRuntime = request.app.state.runtime
    caller = await get_active_caller(await get_caller(request), runtime)
    async with runtime.database.reading() as db:
        return (await confirmation.require_for_change(db, proof, caller=caller)).method


@router.post("/paseto/social/{provider}/callback", responses=REFUSALS)
async def social_callback(
    provider: ProviderName,
    body: SocialReturn,
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
    device: CurrentDevice,
    browser_mark: BrowserMark,
    session_token: SessionTokenHeader = None,
    proof: ConfirmationHeader = None,
) -> SocialAnswer:
    """Finish a sign-in through VK, Google or Telegram, or link the provider to the caller's account."""
    selected_provider = registry.get_provider(runtime, provider)
    await require_human(runtime, body.turnstileToken, address=device.ip)
    authorization, account_id, confirmed_by = await authorization_requests.finish(
        runtime,
        provider,
        body,
        session_token=body.sessionToken or session_token,
        browser_mark=browser_mark,
        confirmed_by=await _read_confirmation(request, proof) if proof else None,
    )
    provider_return = ProviderReturn(code=body.code, device_id=body.device_id)
    profile = await registry.fetch_profile(runtime, selected_provider, authorization, provider_return)
    if account_id:
        return await _link_provider(request, profile, account_id=account_id, confirmed_by=confirmed_by)
    return await _sign_in(response, runtime, profile, device)


@router.post("/paseto/telegram/callback", responses=REFUSALS)
async def telegram_callback(
    body: TelegramReturn,
    request: Request,
    response: Response,
    runtime: CurrentRuntime,
    device: CurrentDevice,
    proof: ConfirmationHeader = None,
) -> SocialAnswer:
    """Finish a sign-in through Telegram's login widget."""
    if not telegram.Telegram().has_widget(runtime):
        raise ProviderUnavailable(retry_after=registry.RETRY_UNCONFIGURED_SECONDS)
    await require_human(runtime, body.turnstileToken, address=device.ip)
    confirmed_by = await _read_confirmation(request, proof) if body.link else None
    profile = await telegram.verify_widget_data(runtime, body.telegramData)
    if body.link:
        return await _link_provider(request, profile, account_id=None, confirmed_by=confirmed_by)
    return await _sign_in(response, runtime, profile, device)


async def _link_provider(
    request: Request, profile: Profile, *, account_id: UUID | None, confirmed_by: ConfirmationMethod | None
) -> SocialAnswer:
    """Link the provider to the caller's account. Raises Unauthorized.

    Raises InvalidState if another account, `account_id`, started the authorization.
    """
    runtime: AuthRuntime = request.app.state.runtime
    caller = await get_active_caller(await get_caller(request), runtime)
    if account_id is not None and caller.id != account_id:
        raise InvalidState
    account = await service.link_provider(runtime, profile, caller=caller, by_factor=confirmed_by == "factor")
    return SocialAnswer(user=UserRead.of(account), isNewUser=False)


async def _sign_in(response: Response, runtime: AuthRuntime, profile: Profile, device: Device) -> SocialAnswer:
    result, is_new_user = await service.sign_in(runtime, profile, device)
    if isinstance(result, EmailRequired):
        return SocialAnswer(status="email_required", tempToken=result.token, isNewUser=is_new_user)
    answer = build_sign_in_response(response, runtime, result, device)
    return SocialAnswer.model_validate({**answer.model_dump(), "isNewUser": is_new_user})


@router.post("/send-verification-session", responses=document_errors(service.send_code, Unauthorized))
async def send_verification_session(
    body: SendVerification, response: Response, token: TempToken, runtime: CurrentRuntime, client: CurrentCodeClient
) -> CodeSent:
    """Email a code to the address with which the social sign-in will be finished."""
    client = client.add_handle(runtime, body.codeRequest)
    retry_after, challenge_id = await service.send_code(runtime, token, body.email, client=client)
    return CodeSent(retry_after=retry_after, codeRequest=give_handle(response, runtime, client, challenge_id))


@router.post(
    "/verify-email-session",
    responses=document_errors(service.verify_email, Unauthorized, RateLimited),
)
async def verify_email_session(
    body: VerifySession, token: TempToken, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient
) -> SignInAnswer:
    """Finish a social sign-in with the code that verifies the email."""
    result = await service.verify_email(runtime, token, body, client.add_handle(runtime, body.codeRequest))
    return build_sign_in_response(response, runtime, result, client.device)


@identity_router.get("")
async def list_identities(caller: Member, db: ReadDb) -> Identities:
    """List the providers linked to the caller's account."""
    identities = await queries.list_identities(db, caller.id)
    return Identities(identities=[IdentityRead.model_validate(identity.model_dump()) for identity in identities])


@identity_router.delete("/{identity_id}", responses=document_errors(service.unlink))
async def unlink_identity(identity_id: UUID, caller: Member, db: Db, proof: ConfirmationHeader = None) -> Done:
    """Unlink a provider. The last sign-in method cannot be removed."""
    await service.unlink(db, identity_id, caller=caller, proof=proof)
    return Done()
