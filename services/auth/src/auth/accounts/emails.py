"""The emails of auth: texts from `emails.yaml`, rendered as plain text and as HTML, queued for sending."""

from datetime import datetime
from typing import Any

from chassis import formats
from chassis.mail import mail_queue
from chassis.mail.layout import greet
from chassis.mail.texts import EmailTexts, RenderedEmail

from auth.accounts import queries
from auth.accounts.tables import Account, SiteSettingsCopy
from auth.runtime import Session
from auth.settings import Settings

TEXTS = EmailTexts("auth.accounts", "emails.yaml")


def format_moscow_time(moment: datetime) -> str:
    """Format a time in Moscow as emails show it: `20 ноября 2026, 14:05`."""
    return formats.format_moscow_time(moment, "d MMMM y, HH:mm")


def render(
    kind: str, site_settings: SiteSettingsCopy, settings: Settings, *, name: str | None = None, **values: Any
) -> RenderedEmail:
    """Render an email. Raises jinja2.UndefinedError if `values` lacks a value that the text needs."""
    variables = {
        **site_settings.model_dump(),
        "salutation": greet(name),
        "valid_for": formats.format_duration(max(1, settings.code_ttl_seconds // 60)),
        "site_url": settings.public_url,
        **values,
    }
    return TEXTS.render(kind, **variables)


async def queue_for_account(db: Session, kind: str, account: Account | None, **values: Any) -> None:
    """Queue an email to the verified address of an account. Without an account nothing is sent."""
    if account is None:
        await queue_email(db, kind, to=None, name=None, **values)
    else:
        await queue_email(db, kind, to=account.email, name=account.first_name, **values)


async def queue_sign_in_change(db: Session, account: Account, change: str) -> None:
    """Queue an email about an added or removed sign-in method, because someone else may have changed it."""
    await queue_for_account(db, "sign_in_changed", account, change=change, when=format_moscow_time(db.now()))


async def queue_email(db: Session, kind: str, *, to: str | None, **values: Any) -> None:
    """Queue an email in the current transaction. Pass `name` only for a verified address: see emails.yaml.

    If the address is None, the email is rendered but not sent. Response times then do not reveal whether an account
    exists.
    """
    email = render(kind, await queries.get_site_settings(db), db.runtime.settings, **values)
    await mail_queue.queue_email(db, to=to or "", **email._asdict(), kind=kind, is_withheld=to is None)
