"""Step tokens: the encrypted proof that the first factor of a sign-in was right, for the second step only.

A token is bound to the password it was issued under, so that a reset ends it, and its `id` makes it single-use.
"""

import hmac
import secrets
from datetime import datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

from chassis.errors import TokenInvalid

from auth import encryption, expiring_tokens
from auth.accounts.tables import Account
from auth.registration.botcheck import spend_once
from auth.runtime import Runtime

Step = Literal["second_factor_required", "second_factor_setup_required"]
PURPOSE = "login-step"
STEP_TTL = timedelta(minutes=10)


class StepToken(NamedTuple):
    """A genuine, unexpired token."""

    id: str
    account_id: UUID
    password_digest: str
    expires_at: datetime


def create_step_token(runtime: Runtime, account: Account, step: Step) -> str:
    """A token for the second step of this account, valid for STEP_TTL."""
    return expiring_tokens.create_token(
        runtime,
        PURPOSE,
        valid_for=STEP_TTL,
        id=secrets.token_urlsafe(16),
        sub=str(account.id),
        step=step,
        password=_password_digest(runtime, account),
    )


def read_step_token(runtime: Runtime, token: str, step: Step) -> StepToken:
    """The content of a token for this step. Raises TokenInvalid."""
    try:
        said, expires_at = expiring_tokens.open_token(runtime, PURPOSE, token)
    except expiring_tokens.UnusableToken as error:
        raise TokenInvalid from error
    if said["step"] != step:
        raise TokenInvalid
    return StepToken(said["id"], UUID(said["sub"]), said["password"], expires_at)


def require_same_password(runtime: Runtime, token: StepToken, account: Account | None) -> Account:
    """The account, whose password is still the one of the first step. Raises TokenInvalid."""
    if account is None or not hmac.compare_digest(token.password_digest, _password_digest(runtime, account)):
        raise TokenInvalid
    return account


async def spend_step_token(runtime: Runtime, token: StepToken) -> None:
    """Use the token up. Raises TokenInvalid when it was used before."""
    if not await spend_once(runtime, f"login-step:{token.id}", until=token.expires_at):
        raise TokenInvalid


def _password_digest(runtime: Runtime, account: Account) -> str:
    return encryption.keyed_hash(runtime.settings, "login-step-password", account.password_hash or "")
