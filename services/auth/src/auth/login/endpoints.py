from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis.mail.layout import build_environment
from chassis.web import limits
from chassis.web.errors import EmailNotVerified, NotFound, RateLimited, Unavailable, document_errors
from chassis.web.http import ClientAddress
from chassis.web.overload import ConcurrencyLimit, count_available_cores
from contracts.envelopes import REDIRECT_RESPONSES, Done
from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import AfterValidator

from auth.accounts.errors import NoPassword
from auth.accounts.queries import get_site_settings
from auth.accounts.service import get_own_account
from auth.fields import get_email_key, refuse_control_characters
from auth.login import passkeys, passwords, service, unrecognized_sessions
from auth.login.errors import InvalidCredentials, TooManyPasskeys
from auth.login.schemas import (
    ChangePassword,
    ForgotPassword,
    Login,
    NewPasskey,
    PasskeyAdded,
    PasskeyOptions,
    PasskeyProof,
    PasskeyRead,
    Passkeys,
    ResetAnswer,
    ResetPassword,
)
from auth.registration.botcheck import require_human
from auth.registration.code_requests import CurrentCodeClient, give_handle
from auth.registration.errors import BotCheckFailed, BotCheckRequired
from auth.runtime import CurrentRuntime, Db, ReadDb, Session
from auth.second_factor import queries as factors
from auth.second_factor.caller import OWN_FACTOR_RESPONSES, ConfirmedMember, PasskeyOwner
from auth.second_factor.errors import InvalidPasskey, LastSecondFactor
from auth.second_factor.passkey_verification import consume_challenge
from auth.second_factor.schemas import SecondStep
from auth.sessions.caller import Member
from auth.sessions.cookies import set_device_cookie
from auth.sessions.devices import CurrentDevice
from auth.sessions.report_links import ReportLinkInvalid, read_session_token
from auth.sessions.schemas import SignInAnswer
from auth.sessions.sign_in import build_sign_in_response
from auth.social.errors import LastLoginMethod

router = APIRouter(prefix="/api/auth", tags=["login"])
password_router = APIRouter(prefix="/api/auth", tags=["passwords"])
passkey_router = APIRouter(prefix="/api/auth", tags=["passkeys"])
report_router = APIRouter(
    prefix="/api/auth/sessions",
    tags=["sessions"],
    default_response_class=HTMLResponse,
    responses=document_errors(ReportLinkInvalid, RateLimited),
)
REFUSALS = document_errors(
    InvalidCredentials, EmailNotVerified, BotCheckFailed, BotCheckRequired, RateLimited, Unavailable
)
# The limit applies before the first query, because a refused request must cost less than a sign-in.
SIGN_IN_LIMIT = ConcurrencyLimit(running=2 * count_available_cores(), waiting=25 * count_available_cores())
PAGE = build_environment("auth.login", html=True).get_template("page.html.j2")
REPORT_PATH = "/disown"
LinkToken = Annotated[str, AfterValidator(refuse_control_characters)]


@router.post("/login", responses=REFUSALS)
async def login(body: Login, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient) -> SignInAnswer:
    """Sign in with email and password."""
    async with SIGN_IN_LIMIT.slot():
        # The status service's probe cannot solve a bot check; guesses at its password are limited as for any account.
        if get_email_key(body.email) != get_email_key(runtime.settings.canary_email):
            await require_human(runtime, body.turnstileToken, address=client.address)
        client = client.add_handle(runtime, body.codeRequest)
        result = await service.log_in(runtime, body, client)
        return build_sign_in_response(response, runtime, result, client.device)


@router.post("/login/second-factor", responses=document_errors(service.take_second_step))
async def login_second_factor(
    body: SecondStep, response: Response, runtime: CurrentRuntime, device: CurrentDevice
) -> SignInAnswer:
    """Finish a sign-in with a code of the authenticator app, or with a recovery code."""
    return build_sign_in_response(response, runtime, await service.take_second_step(runtime, body, device), device)


@password_router.post("/me/password", responses=document_errors(passwords.change_password, NoPassword))
async def change_password(body: ChangePassword, caller: Member, runtime: CurrentRuntime) -> Done:
    """Change the caller's password; other sessions end."""
    await passwords.change_password(runtime, body, caller=caller)
    return Done()


@password_router.post(
    "/password/forgot",
    responses=document_errors(passwords.request_reset, BotCheckFailed, BotCheckRequired, Unavailable),
)
async def forgot_password(
    body: ForgotPassword, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient
) -> ResetAnswer:
    """Email a code for a new password if the address has an account; the answer is the same if not."""
    await require_human(runtime, body.turnstileToken, address=client.address)
    client = client.add_handle(runtime, body.codeRequest)
    challenge_id = await passwords.request_reset(runtime, body.email, client=client)
    return ResetAnswer(codeRequest=give_handle(response, runtime, client, challenge_id))


@password_router.post("/password/reset", responses=document_errors(passwords.reset_password, RateLimited))
async def reset_password(
    body: ResetPassword, response: Response, runtime: CurrentRuntime, client: CurrentCodeClient
) -> Done:
    """Set a new password with the emailed code; all sessions end."""
    await passwords.reset_password(runtime, body, client=client.add_handle(runtime, body.codeRequest))
    # This browser has just proved access to the mailbox, so the lock for strangers does not apply to it.
    set_device_cookie(response, runtime, client.device)
    return Done()


@passkey_router.get("/me/passkeys")
async def list_passkeys(caller: Member, db: ReadDb) -> Passkeys:
    """List the caller's passkeys."""
    own_passkeys = await factors.list_passkeys(db, caller.id)
    return Passkeys(passkeys=[PasskeyRead.model_validate(key.model_dump()) for key in own_passkeys])


@passkey_router.post("/me/passkeys/options", responses={**OWN_FACTOR_RESPONSES, **document_errors(RateLimited)})
async def passkey_options(owner: PasskeyOwner, runtime: CurrentRuntime, db: Db) -> PasskeyOptions:
    """Create the options for a browser that makes a passkey."""
    minute = timedelta(minutes=1)
    account_id = str(owner.account.id)
    await limits.hit(
        runtime, "passkey-options", account_id, limit=passkeys.MAX_CHALLENGES_PER_MINUTE, per=minute, within=db
    )
    return PasskeyOptions(options=await passkeys.build_creation_options(db, owner.account))


@passkey_router.post(
    "/me/passkeys",
    status_code=201,
    responses={**OWN_FACTOR_RESPONSES, **document_errors(InvalidPasskey, TooManyPasskeys)},
)
async def add_passkey(body: NewPasskey, owner: PasskeyOwner, runtime: CurrentRuntime, db: Db) -> PasskeyAdded:
    """Store a new passkey. An administrator who had to create one signs in with it next."""
    verification_arguments = await consume_challenge(runtime, body.credential, owner.account.id)
    passkey = await passkeys.add(db, owner, body, verification_arguments)
    return PasskeyAdded(passkey=PasskeyRead.model_validate(passkey.model_dump()))


@passkey_router.delete(
    "/me/passkeys/{passkey_id}",
    responses={**OWN_FACTOR_RESPONSES, **document_errors(NotFound, LastSecondFactor, LastLoginMethod)},
)
async def remove_passkey(passkey_id: UUID, caller: ConfirmedMember, db: Db) -> Done:
    """Delete a passkey."""
    await passkeys.remove(db, await get_own_account(db, caller, lock=True), passkey_id)
    return Done()


@passkey_router.post("/login/passkey/options", responses=document_errors(RateLimited))
async def passkey_login_options(runtime: CurrentRuntime, db: Db, address: ClientAddress) -> PasskeyOptions:
    """Create the options for a browser that signs in with a passkey."""
    await limits.hit(
        runtime, "passkey-challenges", address, limit=passkeys.MAX_CHALLENGES_PER_MINUTE, per=timedelta(minutes=1)
    )
    return PasskeyOptions(options=await passkeys.build_sign_in_options(db))


@passkey_router.post("/login/passkey", responses=document_errors(passkeys.sign_in))
async def login_passkey(
    body: PasskeyProof, response: Response, runtime: CurrentRuntime, device: CurrentDevice
) -> SignInAnswer:
    """Sign in with a passkey, which counts as both factors."""
    return build_sign_in_response(response, runtime, await passkeys.sign_in(runtime, body.credential, device), device)


async def _render_page(db: Session, *, heading: str, text: str, token: str | None = None) -> Response:
    site_settings = await get_site_settings(db)
    page = PAGE.render(site_name=site_settings.site_name, heading=heading, text=text, token=token)
    return HTMLResponse(page, headers={"Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"})


@report_router.get(REPORT_PATH, responses=REDIRECT_RESPONSES)
async def show_report_page(
    runtime: CurrentRuntime, db: ReadDb, token: Annotated[LinkToken, Query(max_length=2000)] = ""
) -> Response:
    """Show a page with a button that ends the session.

    Opening the page changes nothing, because mail programs open links too.
    """
    read_session_token(runtime, token)
    text = "Сеанс завершится сразу, а на вашу почту придёт код для нового пароля."
    return await _render_page(db, heading="Завершить чужой сеанс?", text=text, token=token)


@report_router.post(REPORT_PATH)
async def report_session(
    runtime: CurrentRuntime,
    db: ReadDb,
    client: CurrentCodeClient,
    form_token: Annotated[LinkToken, Form(alias="token", max_length=2000)] = "",
    token: Annotated[LinkToken, Query(max_length=2000)] = "",
) -> Response:
    """End a session that the account owner does not recognize, and email a code for a new password.

    The answer is JSON if the token is in the query, and a page if the page's form sent the token.
    """
    challenge_id = await unrecognized_sessions.report_unrecognized(runtime, token or form_token, client=client)
    if token:
        answer = JSONResponse({"success": True})
        # A browser gets the handle as a cookie of this answer, a native client in the body.
        body_handle = give_handle(answer, runtime, client, challenge_id) if challenge_id else None
        if body_handle:
            return JSONResponse({"success": True, "codeRequest": body_handle})
        return answer
    text = (
        "Профили соцсетей, привязанные с этого устройства, отвязаны. Код из приложения и ключи доступа, добавленные "
        "с него, перестанут действовать через двое суток: до этого их можно оставить в разделе «Безопасность». "
        "Мы отправили на вашу почту код. Задайте новый пароль: «Войти», затем «Забыли пароль?»."
    )
    page = await _render_page(db, heading="Сеанс завершён", text=text)
    if challenge_id:
        give_handle(page, runtime, client, challenge_id)
    return page
