"""The end of every sign-in: a session, or a second step before it.

A step token is the encrypted proof that the first factor was right, and is valid for the second step only. It is
bound to the current password, so a reset invalidates it. Its `id` makes it single-use.
"""

import hmac
import secrets
from datetime import timedelta
from uuid import UUID

from chassis import encryption
from chassis.web.errors import TokenInvalid

from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.expiring_tokens import OpenedToken, create_token, open_token
from auth.registration.botcheck import spend_once
from auth.runtime import AuthRuntime, Session
from auth.second_factor import queries
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.sign_in import Method, NextStep, SignInResult, Step

PURPOSE = "login-step"
STEP_TTL = timedelta(minutes=10)
STEP_ID_BYTES = 16


async def begin_session_or_step(
    db: Session, account: Account, device: Device, *, pending_identity: UUID | None = None
) -> SignInResult:
    """Begin a session, or return the second step that this account needs first.

    `pending_identity` is a social sign-in that is linked to the account by the second step.
    """
    runtime = db.runtime
    is_required = account.is_admin and runtime.settings.admin_2fa == "required"
    has_totp = await queries.has_totp(db, account.id)
    if not has_totp and not is_required:
        return await sessions.begin(db, account, device)
    methods: list[Method] = []
    if has_totp:
        methods = ["totp"]
        if await queries.count_recovery_codes(db, account.id):
            methods.append("recovery_code")
    if await queries.count_passkeys(db, account.id):
        methods.append("passkey")
    step: Step = "second_factor_required" if methods else "second_factor_setup_required"
    token = create_step_token(runtime, account, step, pending_identity)
    return SignInResult(account, NextStep(step, token, methods))


def create_step_token(runtime: AuthRuntime, account: Account, step: Step, pending_identity: UUID | None = None) -> str:
    return create_token(
        runtime,
        PURPOSE,
        valid_for=STEP_TTL,
        id=secrets.token_urlsafe(STEP_ID_BYTES),
        sub=str(account.id),
        step=step,
        password=_hash_password(runtime, account),
        pending=str(pending_identity or ""),
    )


def read_step_token(runtime: AuthRuntime, token: str, step: Step) -> OpenedToken:
    """Return the content of a token for this step. Raises TokenInvalid."""
    opened_token = open_token(runtime, PURPOSE, token, refusal=TokenInvalid)
    if opened_token.fields["step"] != step:
        raise TokenInvalid
    return opened_token


async def get_account(db: Session, token: OpenedToken, *, lock: bool = False) -> Account:
    """Return the account of a token. Raises TokenInvalid if the password has changed since the first step."""
    account = await accounts.find_by_id(db, UUID(token.fields["sub"]), lock=lock)
    if account is None or not hmac.compare_digest(token.fields["password"], _hash_password(db.runtime, account)):
        raise TokenInvalid
    return account


async def spend_step_token(db: Session, token: OpenedToken) -> bool:
    """Mark the token as used. Returns False if it was used before."""
    return await spend_once(db, f"login-step:{token.fields['id']}", until=token.expires_at)


def _hash_password(runtime: AuthRuntime, account: Account) -> str:
    return encryption.compute_keyed_hash(runtime.settings, "login-step-password", account.password_hash or "")
