"""Who adds a sign-in method: the account, the session, and how the user confirmed it."""

from typing import Literal, NamedTuple
from uuid import UUID

from auth.accounts.tables import Account
from auth.second_factor.tables import SignInMethodColumns

# How a user has confirmed: by password, by a second factor, or by a code from the mailbox.
ConfirmationMethod = Literal["password", "factor", "mailbox"]


class Confirmation(NamedTuple):
    """How a user confirmed a change, and whether the account had an authenticator app at that moment."""

    method: ConfirmationMethod = "password"
    had_app: bool = False


class FactorSetup(NamedTuple):
    """Who adds a second factor, how they confirmed, and in which session (None before the first session)."""

    account: Account
    session_id: UUID | None = None
    confirmation: Confirmation = Confirmation()

    @property
    def is_before_session(self) -> bool:
        return self.session_id is None

    def record_in(self, row: SignInMethodColumns) -> None:
        """Record the session and the confirmation in the row of a new sign-in method."""
        row.added_in_session = self.session_id
        row.is_confirmed_by_factor = self.confirmation.method == "factor"
