"""The end of every sign-in: a session, or a second step before it."""

import json
from datetime import timedelta
from typing import Literal, NamedTuple
from uuid import UUID

import pyseto
from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.errors import TokenInvalid
from sqlalchemy.ext.asyncio import AsyncSession

from auth import encryption
from auth.accounts.tables import Account
from auth.second_factor import queries as factors
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.service import Begun
from auth.settings import settings_of

Step = Literal["second_factor_required", "second_factor_setup_required"]
Method = Literal["totp", "recovery_code", "passkey"]
STEP_TTL = timedelta(minutes=10)


class NextStep(NamedTuple):
    """The first factor was right; `token` proves it to the next step and gives no other access."""

    status: Step
    token: str
    methods: list[Method]


async def begin_session_or_step(db: AsyncSession, account: Account, device: Device) -> Begun | NextStep:
    """Begin a session, or return the second step that this account needs first."""
    runtime = runtime_of(db)
    is_required = account.is_admin and settings_of(runtime).admin_2fa == "required"
    has_totp = await factors.has_totp(db, account.id)
    if not has_totp and not is_required:
        return await sessions.begin(db, account, device)
    methods: list[Method] = []
    if has_totp:
        methods = ["totp"]
        if await factors.recovery_codes_left(db, account.id):
            methods.append("recovery_code")
    if await factors.passkey_count(db, account.id):
        methods.append("passkey")
    step: Step = "second_factor_required" if methods else "second_factor_setup_required"
    return NextStep(step, step_token(runtime, account.id, step), methods)


def step_token(runtime: Runtime, account_id: UUID, step: Step) -> str:
    """The encrypted proof that the first factor of this account was right, valid for STEP_TTL."""
    until = (runtime.clock() + STEP_TTL).isoformat()
    body = json.dumps({"sub": str(account_id), "step": step, "until": until}).encode()
    return encryption.encrypt(runtime.settings, "login-step", body)


def account_from_step_token(runtime: Runtime, token: str, step: Step) -> UUID:
    """The account whose first factor was right. Raises TokenInvalid."""
    try:
        body = json.loads(encryption.decrypt(runtime.settings, "login-step", token))
    except (pyseto.PysetoError, ValueError) as error:
        raise TokenInvalid from error
    if body["step"] != step or body["until"] <= runtime.clock().isoformat():
        raise TokenInvalid
    return UUID(body["sub"])
