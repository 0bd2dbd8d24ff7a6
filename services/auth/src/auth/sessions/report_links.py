"""The link 'Это не я' in the email about a new device. It opens a page whose button ends the session and e-mails a code
for a new password. Opening the link changes nothing, because mail programs open links by themselves."""

import json
from datetime import timedelta
from uuid import UUID

import pyseto
from chassis.app import Runtime
from chassis.database import runtime_of
from chassis.errors import BadRequest
from sqlalchemy.ext.asyncio import AsyncSession

from auth import encryption
from auth.accounts.tables import Account
from auth.emails import service as emails
from auth.sessions.tables import LoginSession

PURPOSE = "disown-link"  # words: allow (links that were sent before stay valid)
PATH = "/api/auth/sessions/disown"  # words: allow (the public path)
VALID = timedelta(days=7)


class LinkInvalid(BadRequest):
    code, message = "link_invalid", "Ссылка недействительна или устарела"


async def queue_new_device_email(db: AsyncSession, account: Account, session: LoginSession) -> None:
    """Queue an email to the owner about a sign-in on a new device."""
    runtime = runtime_of(db)
    await emails.queue_for_account(
        db,
        "new_device",
        account,
        device=session.device,
        ip=session.ip,
        when=emails.moscow_time(session.created_at),
        url=f"{runtime.settings.public_url}{PATH}?token={create_token(runtime, session)}",
    )


def create_token(runtime: Runtime, session: LoginSession) -> str:
    """The secret of the link: only the recipient of the email has it."""
    until = (runtime.clock() + VALID).isoformat()
    body = json.dumps({"session": str(session.id), "until": until}).encode()
    return encryption.encrypt(runtime.settings, PURPOSE, body)


def session_from_token(runtime: Runtime, token: str) -> UUID:
    """The session that a link refers to. Raises LinkInvalid."""
    try:
        body = json.loads(encryption.decrypt(runtime.settings, PURPOSE, token))
    except (pyseto.PysetoError, ValueError) as error:
        raise LinkInvalid from error
    if body["until"] <= runtime.clock().isoformat():
        raise LinkInvalid
    return UUID(body["session"])
