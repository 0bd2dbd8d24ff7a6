"""The response of a sign-in: a browser gets its session in cookies, a native client in the body."""

from fastapi import Response

from auth.accounts.schemas import UserRead
from auth.runtime import Runtime
from auth.second_factor.completion import NextStep
from auth.sessions import cookies
from auth.sessions.devices import Device
from auth.sessions.schemas import SignedIn
from auth.sessions.service import Begun


def sign_in_response(response: Response, runtime: Runtime, outcome: Begun | NextStep, device: Device) -> SignedIn:
    """Build the response body of a sign-in, and set the cookies of a browser."""
    if isinstance(outcome, NextStep):
        return SignedIn(status=outcome.status, tempToken=outcome.token, methods=outcome.methods)
    answer = SignedIn(user=UserRead.of(outcome.account), accessToken=outcome.access)
    if device.is_native:
        answer.sessionToken = outcome.refresh
        return answer
    cookies.set_session(response, runtime, access=outcome.access, refresh=outcome.refresh)
    cookies.set_device_mark(response, runtime, device)
    return answer
