"""How the outcome of a sign-in reaches its client: a browser by cookies, a native client in the body."""

from chassis.app import Runtime
from fastapi import Response

from auth.accounts.schemas import UserRead
from auth.login.admission import OneMoreStep
from auth.sessions import cookies
from auth.sessions.devices import Device
from auth.sessions.schemas import SignedIn
from auth.sessions.service import Begun


def hand_over(response: Response, runtime: Runtime, outcome: Begun | OneMoreStep, device: Device) -> SignedIn:
    """The answer of every way to sign in."""
    if isinstance(outcome, OneMoreStep):
        return SignedIn(status=outcome.status, tempToken=outcome.token, methods=outcome.methods)
    answer = SignedIn(user=UserRead.of(outcome.account), accessToken=outcome.access)
    if device.is_native:
        answer.sessionToken = outcome.refresh
        return answer
    cookies.give(response, runtime, access=outcome.access, refresh=outcome.refresh)
    cookies.give_mark(response, runtime, device)
    return answer
