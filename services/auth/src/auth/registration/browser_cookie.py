"""The cookie with the registrations that this browser made.

Someone else may register the same address, and the owner gets that code too. The owner's browser can confirm only its
own registrations, so a mixed-up code cannot put another person's password on the owner's account.
"""

import json
from uuid import UUID

import pyseto
from chassis.app import Runtime
from fastapi import Request, Response

from auth import encryption

PURPOSE = "own-registrations"
MAX_IDS = 5
SECONDS = 86400


def _cookie(runtime: Runtime) -> str:
    return "__Secure-registrations" if runtime.settings.secure_cookies else "registrations"


def read(request: Request) -> list[UUID]:
    """The registrations of this browser; a forged cookie counts as none."""
    runtime: Runtime = request.app.state.runtime
    try:
        ids = json.loads(encryption.decrypt(runtime.settings, PURPOSE, request.cookies.get(_cookie(runtime), "")))
        return [UUID(id) for id in ids]
    except (pyseto.PysetoError, ValueError):
        return []


def add(request: Request, response: Response, registration_id: UUID) -> None:
    """Add one. A taken address gets a cookie too, so that the cookie reveals nothing."""
    runtime: Runtime = request.app.state.runtime
    ids = [*read(request), registration_id][-MAX_IDS:]
    response.set_cookie(
        _cookie(runtime),
        encryption.encrypt(runtime.settings, PURPOSE, json.dumps([str(id) for id in ids]).encode()),
        max_age=SECONDS,
        path="/api/auth",
        httponly=True,
        secure=runtime.settings.secure_cookies,
        samesite="lax",
    )
