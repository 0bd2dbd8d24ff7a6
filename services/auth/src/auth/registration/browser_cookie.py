"""The cookie with the registrations that this browser made.

Someone else may register the same address, and the owner gets that code too. A browser that registered an address can
verify only its own registrations of it, so a code of another registration cannot put another person's password on the
owner's account.
"""

import json
from uuid import UUID

import pyseto
from fastapi import Request, Response

from auth import encryption
from auth.fields import email_key
from auth.runtime import Runtime
from auth.sessions.cookies import set_hidden
from auth.sessions.devices import cookie_name

PURPOSE, COOKIE = "own-registrations", "registrations"
MAX_REGISTRATIONS = 5
SECONDS = 86400


def _email_hash(runtime: Runtime, email: str) -> str:
    return encryption.keyed_hash(runtime.settings, "registration-email", email_key(email))


def _read(request: Request) -> list[tuple[str, str]]:
    """Id and hashed e-mail of each registration; a forged cookie counts as none."""
    runtime: Runtime = request.app.state.runtime
    cookie = request.cookies.get(cookie_name(runtime, COOKIE), "")
    try:
        entries = json.loads(encryption.decrypt(runtime.settings, PURPOSE, cookie))
        return [(str(UUID(id)), str(email)) for id, email in entries]
    except (pyseto.PysetoError, ValueError):
        return []


def registration_ids(request: Request, email: str) -> list[UUID]:
    """The registrations of this address that this browser made, also those that wait no more."""
    expected_hash = _email_hash(request.app.state.runtime, email)
    return [UUID(id) for id, email_hash in _read(request) if email_hash == expected_hash]


def add(request: Request, response: Response, registration_id: UUID, email: str) -> None:
    """Add one. A taken address gets a cookie too, so that the cookie reveals nothing."""
    runtime: Runtime = request.app.state.runtime
    entries = [*_read(request), (str(registration_id), _email_hash(runtime, email))][-MAX_REGISTRATIONS:]
    value = encryption.encrypt(runtime.settings, PURPOSE, json.dumps(entries).encode())
    set_hidden(response, runtime, cookie_name(runtime, COOKIE), value, seconds=SECONDS)
