"""Links in emails that stop the notifications of one record, without a sign-in and without an expiry."""

from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from chassis.database.tables import Entity
from chassis.features.double_opt_in import EmailLinkInvalid, LinkAnswer, OpenedLink
from chassis.mail.signed_links import create_unsubscribe_token, read_subscriber
from fastapi import Response

from content.runtime import Session


class AlertingRecord(Entity):
    """A record of a user that causes notifications until the user stops them."""

    is_alerting: bool = True


A = TypeVar("A", bound=AlertingRecord)


@dataclass(frozen=True)
class StopLinks(Generic[A]):
    """The stop links of one table.

    `path` is the path of its routes. `page` is the address of the page that a link opens, to which the state is
    appended. `success_text` says that the notifications have been stopped.
    """

    table: type[A]
    path: str
    page: str
    success_text: str

    def build_link(self, db: Session, id: UUID) -> str:
        """Return the link that stops the notifications of a record."""
        token = create_unsubscribe_token(id, _get_secret(db))
        return f"{db.runtime.settings.public_url}{self.path}/stop?{urlencode({'token': token})}"

    async def ask(self, db: Session, link: OpenedLink) -> LinkAnswer | Response:
        """Show the page that asks to stop, because mail scanners open every link. Raises EmailLinkInvalid."""
        row = await self._find(db, link.token)
        if not row.is_alerting:
            return link.answer(self.page + "unsubscribed", self.success_text)
        button_parameters = urlencode({"action": "unsubscribe", "token": link.token})
        return link.answer(
            f"{self.page}ask&{button_parameters}", "Уведомления ещё включены: нажмите кнопку на странице"
        )

    async def stop(self, db: Session, link: OpenedLink) -> LinkAnswer | Response:
        """Stop the notifications of a record. A second call changes nothing. Raises EmailLinkInvalid."""
        row = await self._find(db, link.token)
        row.is_alerting = False
        db.add(row)
        return link.answer(self.page + "unsubscribed", self.success_text)

    async def _find(self, db: Session, token: str) -> A:
        id = read_subscriber(token, _get_secret(db))
        row = await db.get(self.table, id) if id else None
        if row is None:
            raise EmailLinkInvalid(self.page + "invalid")
        return row


def _get_secret(db: Session) -> str:
    return db.runtime.settings.secret_key.get_secret_value()
