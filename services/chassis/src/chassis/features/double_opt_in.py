"""Double opt-in: an address gets emails only after its owner has confirmed it by a link, which is valid for three days.

These are the rules of every list of subscribers. A service adds its table, the texts of its emails and its routes.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Generic, Literal, TypeVar
from urllib.parse import urlencode

from contracts.envelopes import Answer
from fastapi import Depends, Request, Response
from sqlalchemy import LargeBinary, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import Field, col

from chassis.database.tables import Entity, UtcDateTime
from chassis.features.email_limits import count_email_within_limit
from chassis.mail.signed_links import create_token, create_unsubscribe_token, hash_token, read_subscriber
from chassis.runtime import AnySession
from chassis.web.errors import BadRequest
from chassis.web.http import redirect_browser

LINK_LIFETIME = timedelta(days=3)
State = Literal["pending", "confirmed", "unsubscribed"]


class EmailLinkInvalid(BadRequest):
    """The link in an email is forged, used or expired."""

    code = "invalid_token"
    message = "Ссылка больше не действует"

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page


class SubscribeAnswer(Answer):
    message: str = "Проверьте почту: мы отправили письмо со ссылкой для подтверждения"


class LinkAnswer(Answer):
    message: str


class OpenedLink:
    """Query parameters of an opened link. If a mail program has cut the token off, the link is invalid."""

    def __init__(self, request: Request, token: str = "") -> None:
        self.token = token
        self._request = request

    def answer(self, page: str, message: str) -> LinkAnswer | Response:
        """Redirect a browser to the page. Other clients, such as mail programs (RFC 8058), get the message."""
        if self._request.method != "POST":
            redirect = redirect_browser(self._request, page)
            if redirect:
                return redirect
        return LinkAnswer(message=message)


Link = Annotated[OpenedLink, Depends()]


class OptIn(Entity):
    """Columns of a subscriber. The token of the link is stored as a hash and is kept after the confirmation."""

    email: str
    token_hash: bytes | None = Field(default=None, sa_type=LargeBinary, unique=True)
    token_expires_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The owner gives consent by requesting the link.
    consent_at: datetime = Field(sa_type=UtcDateTime)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    def read_state(self) -> State:
        """Return the state of the row by its columns."""
        raise NotImplementedError

    def enter(self, state: State, now: datetime) -> None:
        """Set the columns for this state."""
        raise NotImplementedError

    def has_recent_link(self, *, since: datetime) -> bool:
        """Return True if the last link was sent after `since`.

        In that case no new link is sent, so that no mailbox is flooded.
        """
        if self.token_hash is None or self.token_expires_at is None:
            return False
        return self.token_expires_at - LINK_LIFETIME > since

    def create_token(self, now: datetime) -> str:
        """Create the token of a new link. Earlier links become invalid."""
        token = create_token()
        self.token_hash = hash_token(token)
        self.token_expires_at = now + LINK_LIFETIME
        self.consent_at = now
        return token

    def has_valid_link(self, now: datetime) -> bool:
        """Return True if the last link can still confirm the address."""
        return self.token_expires_at is not None and self.token_expires_at >= now


S = TypeVar("S", bound=OptIn)


@dataclass(frozen=True)
class OptInList(Generic[S]):
    """A list of subscribers: its table, the path of its routes, and the page that its links open."""

    table: type[S]
    path: str
    page: str

    async def add(self, db: AnySession, new_row: S) -> S:
        """Return the row of this address, locked. If there is no row, `new_row` is added first."""
        await db.execute(insert(self.table).values(new_row.model_dump()).on_conflict_do_nothing())
        statement = select(self.table).where(func.lower(self.table.email) == new_row.email.lower())
        return (await db.scalars(statement.with_for_update())).one()

    async def request_link(self, db: AnySession, row: S, *, resend_after: timedelta, emails_per_day: int) -> str | None:
        """Create the link that confirms the address.

        Returns None if the address is confirmed, has just got a link, or has reached its daily limit of emails.
        """
        now = db.now()
        if row.read_state() == "confirmed" or row.has_recent_link(since=now - resend_after):
            return None
        if not await count_email_within_limit(db, self.path, row.email, per_day=emails_per_day):
            return None
        token = row.create_token(now)
        row.enter("pending", now)
        db.add(row)
        return self._build_link(db, "confirm", token)

    async def confirm(self, db: AnySession, link: OpenedLink) -> LinkAnswer | Response:
        """Confirm the address. The link of a confirmed address may be opened again at any time.

        Raises EmailLinkInvalid.
        """
        statement = select(self.table).where(col(self.table.token_hash) == hash_token(link.token))
        row = await db.scalar(statement.with_for_update())
        now = db.now()
        if row is None:
            raise EmailLinkInvalid(self.page + "invalid")
        if row.read_state() != "confirmed":
            if not row.has_valid_link(now):
                raise EmailLinkInvalid(self.page + "invalid")
            row.enter("confirmed", now)
            db.add(row)
        return link.answer(self.page + "confirmed", "Подписка подтверждена")

    async def ask_to_confirm(self, db: AnySession, link: OpenedLink) -> LinkAnswer | Response:
        """Show a form to confirm. Mail scanners open every link, so GET changes nothing. Raises EmailLinkInvalid."""
        row = await db.scalar(select(self.table).where(col(self.table.token_hash) == hash_token(link.token)))
        if row is not None and row.read_state() == "confirmed":
            return link.answer(self.page + "confirmed", "Подписка подтверждена")
        if row is None or not row.has_valid_link(db.now()):
            raise EmailLinkInvalid(self.page + "invalid")
        return link.answer(
            self._build_asking_page("confirm", link), "Подписка ещё не подтверждена: нажмите кнопку на странице"
        )

    async def ask_to_unsubscribe(self, db: AnySession, link: OpenedLink) -> LinkAnswer | Response:
        """Show a form to unsubscribe, since GET changes nothing. Raises EmailLinkInvalid."""
        row = await self._find_by_unsubscribe_token(db, link.token)
        if row.read_state() == "unsubscribed":
            return link.answer(self.page + "unsubscribed", "Вы отписаны")
        return link.answer(self._build_asking_page("unsubscribe", link), "Вы ещё подписаны: нажмите кнопку на странице")

    def _build_asking_page(self, action: str, link: OpenedLink) -> str:
        return f"{self.page}ask&{urlencode({'action': action, 'token': link.token})}"

    async def unsubscribe(self, db: AnySession, link: OpenedLink) -> LinkAnswer | Response:
        """Unsubscribe the address. A repetition is not an error. Raises EmailLinkInvalid."""
        await self.end(db, link.token)
        return link.answer(self.page + "unsubscribed", "Вы отписаны")

    async def end(self, db: AnySession, token: str) -> S:
        """End the subscription of an unsubscribe token and return its row. Raises EmailLinkInvalid."""
        row = await self._find_by_unsubscribe_token(db, token, lock=True)
        if row.read_state() != "unsubscribed":
            row.enter("unsubscribed", db.now())
            row.token_hash = None
            db.add(row)
        return row

    async def _find_by_unsubscribe_token(self, db: AnySession, token: str, *, lock: bool = False) -> S:
        """Return the row of an unsubscribe token. Raises EmailLinkInvalid."""
        id = read_subscriber(token, db.runtime.settings.secret_key.get_secret_value())
        row = await db.get(self.table, id, with_for_update=lock) if id else None
        if row is None:
            raise EmailLinkInvalid(self.page + "invalid")
        return row

    def build_unsubscribe_link(self, db: AnySession, row: S) -> str:
        """Return the link that unsubscribes this address."""
        secret = db.runtime.settings.secret_key.get_secret_value()
        return self._build_link(db, "unsubscribe", create_unsubscribe_token(row.id, secret))

    def _build_link(self, db: AnySession, action: str, token: str) -> str:
        return f"{db.runtime.settings.public_url}{self.path}/{action}?{urlencode({'token': token})}"
