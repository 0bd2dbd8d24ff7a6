"""Letters: the wording in `wording.yaml`, in the site's name, as plain text and as HTML made from the same words."""

from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import yaml
from chassis import mail
from chassis.database import runtime_of
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts.tables import Account
from auth.letters.tables import Letterhead
from auth.settings import Settings, settings_of

MOSCOW = ZoneInfo("Europe/Moscow")
MONTHS = (
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
)  # fmt: skip
PLAIN = Environment(loader=PackageLoader("auth.letters"), undefined=StrictUndefined, autoescape=False)  # noqa: S701
RICH = Environment(loader=PackageLoader("auth.letters"), undefined=StrictUndefined, autoescape=True)


class Rendered(NamedTuple):
    subject: str
    text: str
    html: str


@lru_cache(maxsize=1)
def wording() -> dict[str, dict[str, str]]:
    """Subject, heading and text of every letter."""
    read: dict[str, dict[str, str]] = yaml.safe_load(files("auth.letters").joinpath("wording.yaml").read_text("utf-8"))
    return read


@lru_cache(maxsize=1)
def _templates() -> dict[str, dict[str, Template]]:
    """The wording made ready once: a letter must cost so little that its absence cannot be measured from outside."""
    return {kind: {part: PLAIN.from_string(text) for part, text in parts.items()} for kind, parts in wording().items()}


def moscow_time(moment: datetime) -> str:
    """`20 ноября 2026, 14:05`, as the letters say it."""
    here = moment.astimezone(MOSCOW)
    return f"{here.day} {MONTHS[here.month - 1]} {here.year}, {here:%H:%M}"


def greeting(first_name: str | None) -> str:
    return f"{first_name}, здравствуйте!" if first_name else "Здравствуйте!"


def render(kind: str, head: Letterhead, settings: Settings, *, name: str | None = None, **values: Any) -> Rendered:
    """A letter with its values filled in; what it does not name is an error, not an empty place."""
    known = {
        **head.model_dump(),
        "greeting": greeting(name),
        "minutes": max(1, settings.code_ttl_seconds // 60),
        "site_url": settings.public_url,
        "code": None,
        **values,
    }
    about = {part: template.render(known) for part, template in _templates()[kind].items()}
    paragraphs = [paragraph.strip() for paragraph in about["text"].split("\n\n") if paragraph.strip()]
    parts = {**known, "heading": about["heading"], "paragraphs": paragraphs}
    text = PLAIN.get_template("letter.txt.j2").render(parts)
    return Rendered(about["subject"], text, RICH.get_template("letter.html.j2").render(parts))


async def letterhead(db: AsyncSession) -> Letterhead:
    """The site's name and contacts as last heard; the built-in ones before that."""
    return await db.scalar(select(Letterhead)) or Letterhead()


async def to_owner(db: AsyncSession, kind: str, account: Account, **values: Any) -> None:
    """Queue a letter to somebody who has proven his address."""
    await send(db, kind, to=account.email, name=account.first_name, **values)


async def tell_change(db: AsyncSession, account: Account, change: str) -> None:
    """Queue the news that there is one way more or less to sign in: it may not have been the owner."""
    await to_owner(db, "sign_in_changed", account, change=change, when=moscow_time(runtime_of(db).clock()))


async def withhold(db: AsyncSession, kind: str, **values: Any) -> None:
    """Do the work of a letter where there is nobody to tell, so that the time of an answer tells nothing either."""
    await send(db, kind, to="", withheld=True, **values)


async def send(db: AsyncSession, kind: str, *, to: str, withheld: bool = False, **values: Any) -> None:
    """Queue a letter in the current transaction. `name` greets a person who has proven the address."""
    letter = render(kind, await letterhead(db), settings_of(runtime_of(db)), **values)
    await mail.queue(
        db,
        to=to,
        subject=letter.subject,
        text=letter.text,
        html=letter.html,
        kind=kind,
        headers={"Auto-Submitted": "auto-generated"},
        withheld=withheld,
    )
