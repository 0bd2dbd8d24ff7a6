"""Users of the running system through its gateway: visitors, confirmed clients, the administrator."""

import email
import email.policy
import functools
import os
import re
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from threading import Lock
from typing import TypeVar

import httpx2
from chassis.testing.limits import HANG_SECONDS

from tests.journeys.repetition import RepeatingTransport

Found = TypeVar("Found")
PASSWORD = "Shatun-Koromyslo-48"
# Over HTTPS the cookie has a prefix, with which browsers accept it only from a secure origin.
REFRESH_COOKIE = ("__Secure-" if os.environ.get("BASE_URL", "").startswith("https:") else "") + "refresh"
# Reading the certificate authorities takes 23 ms of processor time, so all clients share them.
AUTHORITIES = httpx2.create_ssl_context()
CODE = re.compile(r"(?<!\d)(\d{6})(?!\d)")


def wait_for(condition: Callable[[], Found | None]) -> Found:
    """Call `condition` until its value is true, and return that. Used for changes that arrive by an event."""
    deadline = time.monotonic() + HANG_SECONDS
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {HANG_SECONDS} s"
        time.sleep(0.1)


def open_browser(headers: dict[str, str] | None = None) -> httpx2.Client:
    """Return a client with a cookie jar of its own, like a browser."""
    # Journeys during crashes repeat requests.
    transport = RepeatingTransport(verify=AUTHORITIES) if "REPEATING_CLIENTS" in os.environ else None
    site = os.environ["BASE_URL"]
    return httpx2.Client(base_url=site, headers=headers, timeout=120, transport=transport, verify=AUTHORITIES)


def list_emails(address: str) -> list[EmailMessage]:
    """Return all emails to this address, oldest first, from Mailpit at MAIL_URL or else from the Maildir."""
    mailpit = os.environ.get("MAIL_URL")
    if mailpit:
        return list_emails_in_mailpit(mailpit, address)
    return get_maildir(Path(os.environ["MAIL_DIR"]) / "new").list_emails(address)


@functools.cache
def get_maildir(folder: Path) -> "Maildir":
    """Return the index of a folder. A process has one index for each folder."""
    return Maildir(folder)


class Maildir:
    """Index of the emails in a folder by address. Each file is read once, since load tests produce thousands."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._read_names: set[str] = set()
        self._by_address: dict[str, list[EmailMessage]] = {}

    def list_emails(self, address: str) -> list[EmailMessage]:
        """Return the emails to this address, oldest first."""
        with self._lock:
            self._read_new()
            return list(self._by_address.get(address.lower(), ()))

    def _read_new(self) -> None:
        """Read only files that are new since the last call."""
        new = set(os.listdir(self._folder)) - self._read_names if self._folder.exists() else set()
        for file in sorted((self._folder / name for name in new), key=lambda file: file.stat().st_mtime_ns):
            message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            for recipient in message["To"].addresses:
                self._by_address.setdefault(recipient.addr_spec.lower(), []).append(message)
        self._read_names |= new


def list_emails_in_mailpit(mailpit: str, address: str) -> list[EmailMessage]:
    """Return the emails to this address in Mailpit, the mail server of containers:
    https://mailpit.axllent.org/docs/api-v1/."""
    with httpx2.Client(base_url=f"{mailpit}/api/v1", timeout=120) as http:
        listed_messages = http.get("messages", params={"limit": 500}).json()["messages"]
        ids = []
        for message in listed_messages:
            recipients = {recipient["Address"].lower() for recipient in message["To"]}
            if address.lower() in recipients:
                ids.append(message["ID"])
        raw = [http.get(f"message/{id}/raw").content for id in reversed(ids)]
    return [email.message_from_bytes(message, policy=email.policy.default) for message in raw]


def list_email_texts(address: str) -> list[str]:
    """Return the plain texts of all emails to this address, oldest first."""
    bodies = [message.get_body(("plain",)) for message in list_emails(address)]
    return [body.get_content() for body in bodies if body is not None]


def wait_for_code(address: str, *, after: int = 0) -> str:
    """Wait for more than `after` emails with a code to this address. Returns the newest code."""

    def find_newest_code() -> str | None:
        codes = [match[1] for text in list_email_texts(address) if (match := CODE.search(text))]
        return codes[-1] if len(codes) > after else None

    return wait_for(find_newest_code)


def make_address() -> str:
    return f"{uuid.uuid4().hex[:12]}@example.com"


def build_registration(address: str) -> dict[str, object]:
    """Return the body of the registration form."""
    return {
        "email": address,
        "password": PASSWORD,
        "first_name": "Вера",
        "last_name": "Ильина",
        "is_adult": True,
        "accept_terms": True,
        "accept_privacy": True,
    }


@dataclass
class Person:
    """A signed-in user: `http` has the access token and the cookies."""

    http: httpx2.Client
    id: str
    email: str
    password: str
    refresh_token: str


def get_access_header(person: Person) -> dict[str, str]:
    """Return the person's Authorization header, for a client other than `http`: threads do not share clients."""
    return {"Authorization": str(person.http.headers["Authorization"])}


def sign_in(address: str, password: str = PASSWORD) -> Person:
    http = open_browser()
    try:
        answer = http.post("/api/auth/login", json={"email": address, "password": password})
        assert answer.status_code == 200, answer.text
    except BaseException:
        http.close()
        raise
    body = answer.json()
    http.headers["Authorization"] = f"Bearer {body['accessToken']}"
    return Person(http, body["user"]["id"], address, password, http.cookies[REFRESH_COOKIE])


def sign_up() -> Person:
    """Create a user: register, confirm with the code from the email, and sign in."""
    address = make_address()
    with open_browser() as http:
        answer = http.post("/api/auth/register", json=build_registration(address))
        assert answer.status_code == 201, answer.text
        answer = http.post("/api/auth/verify-email", json={"email": address, "code": wait_for_code(address)})
        assert answer.status_code == 200, answer.text
    return sign_in(address)
