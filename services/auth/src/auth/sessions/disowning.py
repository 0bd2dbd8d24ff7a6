"""'Это не я': the link of the letter about a new device leads to a page whose button ends that session and mails a
code for a new password. The link itself changes nothing, since mail programs open links by themselves."""

import json
from datetime import timedelta
from uuid import UUID

import pyseto
from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.errors import BadRequest
from sqlalchemy.ext.asyncio import AsyncSession

from auth import sealing
from auth.accounts.tables import Account
from auth.letters import service as letters
from auth.sessions.tables import LoginSession

PURPOSE = "disown-link"
VALID = timedelta(days=7)


class LinkInvalid(BadRequest):
    code, message = "link_invalid", "Ссылка недействительна или устарела"


async def warn(db: AsyncSession, account: Account, session: LoginSession) -> None:
    """Tell the owner about a device never seen before."""
    runtime = runtime_of(db)
    await letters.to_owner(
        db,
        "new_device",
        account,
        device=session.device,
        ip=session.ip,
        when=letters.moscow_time(session.created_at),
        url=f"{runtime.settings.public_url}/api/auth/sessions/disown?token={link_token(runtime, session)}",
    )


def link_token(runtime: Runtime, session: LoginSession) -> str:
    """What only the receiver of the letter has."""
    until = (runtime.clock() + VALID).isoformat()
    body = json.dumps({"session": str(session.id), "until": until}).encode()
    return sealing.seal(runtime.settings, PURPOSE, body)


def session_of(runtime: Runtime, token: str) -> UUID:
    """The session a link is about. Raises LinkInvalid."""
    try:
        body = json.loads(sealing.unseal(runtime.settings, PURPOSE, token))
    except (pyseto.PysetoError, ValueError) as error:
        raise LinkInvalid from error
    if body["until"] <= runtime.clock().isoformat():
        raise LinkInvalid
    return UUID(body["session"])
