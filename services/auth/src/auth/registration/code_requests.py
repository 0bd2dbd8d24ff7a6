"""The handle of a request for a code.

Each request that mails a code gives its client a handle, which names the challenge of the code. A client with a handle
can redeem only codes of its own requests. A client without one, such as a second device, has fewer tries.

A browser keeps its handles in an HttpOnly cookie. A native client gets its handle as `codeRequest` and sends it back in
the body of the next request.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated
from uuid import UUID

import pyseto
from chassis import encryption
from fastapi import Depends, Request, Response

from auth.runtime import AuthRuntime, CurrentRuntime
from auth.sessions.cookies import set_http_only_cookie
from auth.sessions.devices import CurrentDevice, Device, get_cookie_name

PURPOSE = "code-request"
COOKIE = "code_request"
# A browser may wait for several codes at once. Beyond this number the newest handle replaces the oldest one.
MAX_HANDLES = 8
COOKIE_SECONDS = 86400


@dataclass(frozen=True)
class CodeClient:
    """The client that requests or redeems a code. It has the handles of `challenge_ids`, the newest last."""

    device: Device
    challenge_ids: tuple[UUID, ...] = ()

    @property
    def address(self) -> str:
        return self.device.ip

    def add_handle(self, runtime: AuthRuntime, handle: str | None) -> "CodeClient":
        """Return this client with the handle from the body of a request. A forged or missing handle adds nothing."""
        return replace(self, challenge_ids=(*self.challenge_ids, *_decrypt_ids(runtime, handle or "")))


def _decrypt_ids(runtime: AuthRuntime, value: str) -> tuple[UUID, ...]:
    try:
        ids = json.loads(encryption.decrypt(runtime.settings, PURPOSE, value))
        return tuple(UUID(id) for id in ids)
    except (pyseto.PysetoError, ValueError, TypeError, AttributeError):
        return ()


def _encrypt_ids(runtime: AuthRuntime, ids: Iterable[UUID]) -> str:
    return encryption.encrypt(runtime.settings, PURPOSE, json.dumps([id.hex for id in ids]).encode())


async def _describe_code_client(request: Request, runtime: CurrentRuntime, device: CurrentDevice) -> CodeClient:
    return CodeClient(device, _decrypt_ids(runtime, request.cookies.get(get_cookie_name(runtime, COOKIE), "")))


CurrentCodeClient = Annotated[CodeClient, Depends(_describe_code_client)]


def give_handle(response: Response, runtime: AuthRuntime, client: CodeClient, challenge_id: UUID) -> str | None:
    """Set the cookie with this handle, or return the handle for the body of a native client's response."""
    if client.device.is_native:
        return _encrypt_ids(runtime, [challenge_id])
    earlier_ids = [id for id in client.challenge_ids if id != challenge_id]
    value = _encrypt_ids(runtime, [*earlier_ids, challenge_id][-MAX_HANDLES:])
    set_http_only_cookie(response, runtime, get_cookie_name(runtime, COOKIE), value, seconds=COOKIE_SECONDS)
    return None
