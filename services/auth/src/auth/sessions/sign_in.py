"""The result of every sign-in, by password, passkey or provider, and the response built from it."""

from typing import Literal, NamedTuple

from fastapi import Response

from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime
from auth.sessions import cookies
from auth.sessions.devices import Device
from auth.sessions.schemas import SignInAnswer

Method = Literal["totp", "recovery_code", "passkey"]
Step = Literal["second_factor_required", "second_factor_setup_required"]


class SessionTokens(NamedTuple):
    """The tokens of a session for its client."""

    access: str
    refresh: str


class NextStep(NamedTuple):
    """A second step before the session. `token` proves the first factor to that step and gives no other access."""

    status: Step
    token: str
    methods: list[Method]


class SignInResult(NamedTuple):
    """Result of a right first factor: a session, or the second step that the account needs first."""

    account: Account
    outcome: SessionTokens | NextStep

    @property
    def is_complete(self) -> bool:
        """True if the session has begun."""
        return isinstance(self.outcome, SessionTokens)

    @property
    def status(self) -> str:
        """`success`, or the status of the next step. Logs and metrics show it."""
        return self.outcome.status if isinstance(self.outcome, NextStep) else "success"


def build_sign_in_response(
    response: Response, runtime: AuthRuntime, result: SignInResult, device: Device
) -> SignInAnswer:
    """Build the response of a sign-in. A browser gets its session in cookies, a native client in the body."""
    if isinstance(result.outcome, NextStep):
        step = result.outcome
        return SignInAnswer(status=step.status, tempToken=step.token, methods=step.methods)
    tokens = result.outcome
    answer = SignInAnswer(user=UserRead.of(result.account), accessToken=tokens.access)
    if device.is_native:
        answer.sessionToken = tokens.refresh
        return answer
    cookies.set_session(response, runtime, access=tokens.access, refresh=tokens.refresh)
    cookies.set_device_cookie(response, runtime, device)
    return answer
