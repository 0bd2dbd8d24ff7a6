"""What the emails need of the running service; the chassis' Runtime has it."""

from datetime import datetime
from typing import Protocol

from persistence import session
from persistence.session import Database
from pydantic import SecretStr


class Settings(Protocol):
    """The mail server, as a URL with user and password, and the sender of all emails."""

    @property
    def smtp_url(self) -> SecretStr: ...

    @property
    def mail_from(self) -> str: ...


class Runtime(Protocol):
    """A running service: its settings, its clock, its database and the worker that sends."""

    @property
    def settings(self) -> Settings: ...

    @property
    def database(self) -> "Database[Runtime]": ...

    def now(self) -> datetime:
        """The current time, aware, in UTC."""

    def notify(self, worker: str) -> None:
        """Run the next step of a worker now; `mail` is the one that sends."""


Session = session.Session[Runtime]
