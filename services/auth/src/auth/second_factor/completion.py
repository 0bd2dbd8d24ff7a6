"""The end of every sign-in: a session, or a second step before it."""

from typing import Literal, NamedTuple

from auth.accounts.tables import Account
from auth.runtime import Session
from auth.second_factor import queries as factors
from auth.second_factor.step_tokens import Step, create_step_token
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.service import Begun

Method = Literal["totp", "recovery_code", "passkey"]


class NextStep(NamedTuple):
    """The first factor was right; `token` proves it to the next step and gives no other access."""

    status: Step
    token: str
    methods: list[Method]


async def begin_session_or_step(db: Session, account: Account, device: Device) -> Begun | NextStep:
    """Begin a session, or return the second step that this account needs first."""
    runtime = db.runtime
    is_required = account.is_admin and runtime.settings.admin_2fa == "required"
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
    return NextStep(step, create_step_token(runtime, account, step), methods)
