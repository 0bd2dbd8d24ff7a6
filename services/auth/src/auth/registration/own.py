"""Which registrations this browser made itself.

Somebody else may register the same address later, and his letter comes to the owner too. In the owner's own browser
only the owner's registrations can be confirmed, so a mixed-up code cannot put a stranger's password on his account.
"""

import json
from uuid import UUID

import pyseto
from chassis.app import Runtime
from fastapi import Request, Response

from auth import sealing

PURPOSE = "own-registrations"
MOST = 5
SECONDS = 86400


def _cookie(runtime: Runtime) -> str:
    return "__Secure-registrations" if runtime.settings.secure_cookies else "registrations"


def remembered(request: Request) -> list[UUID]:
    """The registrations of this browser; a cookie that is not ours counts as none."""
    runtime: Runtime = request.app.state.runtime
    try:
        ids = json.loads(sealing.unseal(runtime.settings, PURPOSE, request.cookies.get(_cookie(runtime), "")))
        return [UUID(id) for id in ids]
    except (pyseto.PysetoError, ValueError):
        return []


def remember(request: Request, response: Response, registration_id: UUID) -> None:
    """Add one; an address that is taken gets a cookie as well, so that it tells nothing."""
    runtime: Runtime = request.app.state.runtime
    ids = [*remembered(request), registration_id][-MOST:]
    response.set_cookie(
        _cookie(runtime),
        sealing.seal(runtime.settings, PURPOSE, json.dumps([str(id) for id in ids]).encode()),
        max_age=SECONDS,
        path="/api/auth",
        httponly=True,
        secure=runtime.settings.secure_cookies,
        samesite="lax",
    )
