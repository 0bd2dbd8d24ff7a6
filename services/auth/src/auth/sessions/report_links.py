"""The link 'Это не я' in the email about a new device.

It opens a page whose button ends the session and emails a code for a new password. Opening the link changes nothing,
because mail programs open links by themselves.
"""

from datetime import timedelta
from uuid import UUID

from chassis.web.errors import BadRequest

from auth import expiring_tokens
from auth.accounts import emails
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from auth.sessions.tables import LoginSession

PURPOSE = "disown-link"  # Another value would invalidate the links in sent emails.
PATH = "/api/auth/sessions/disown"  # The path is public: links in sent emails use it.
LINK_LIFETIME = timedelta(days=1)


class ReportLinkInvalid(BadRequest):
    code = "link_invalid"
    message = "Ссылка недействительна или устарела"
    # The page about a link that no longer works.
    page = "/unsubscribe?state=invalid"


async def queue_new_device_email(db: Session, account: Account, session: LoginSession) -> None:
    # Only the recipient of the email has the token.
    token = expiring_tokens.create_token(db.runtime, PURPOSE, valid_for=LINK_LIFETIME, session=str(session.id))
    url = f"{db.runtime.settings.public_url}{PATH}?token={token}"
    time_text = emails.format_moscow_time(session.created_at)
    await emails.queue_for_account(
        db, "new_device", account, device=session.device, ip=session.ip, when=time_text, url=url
    )


def read_session_token(runtime: AuthRuntime, token: str) -> UUID:
    """Return the session that a link refers to. Raises ReportLinkInvalid."""
    opened_token = expiring_tokens.open_token(runtime, PURPOSE, token, refusal=ReportLinkInvalid)
    return UUID(opened_token.fields["session"])
