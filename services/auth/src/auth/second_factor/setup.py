"""Who adds a way to sign in, and what it records of where it was added."""

from typing import Literal, NamedTuple
from uuid import UUID

from auth.accounts.tables import Account
from auth.second_factor.tables import AddedInSession

# By what a user has confirmed: the password, a second factor, or a code from the mailbox.
Means = Literal["password", "factor", "mailbox"]


class Confirmed(NamedTuple):
    """A confirmation: by what, and whether the account had an authenticator app at that moment."""

    by: Means = "password"
    had_app: bool = False


class FactorSetup(NamedTuple):
    """Who adds a second factor: in which session, None before the first one, and confirmed by what."""

    account: Account
    session_id: UUID | None = None
    confirmed: Confirmed = Confirmed()

    @property
    def before_session(self) -> bool:
        return self.session_id is None

    def record_in(self, row: AddedInSession) -> None:
        """Note in a new way to sign in where it was added."""
        row.added_in_session = self.session_id
        row.is_confirmed_by_factor = self.confirmed.by == "factor"
