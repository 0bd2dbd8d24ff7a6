"""People who use the running system through its gateway: visitors, confirmed clients, the administrator."""

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

from tests.journeys.repetition import RepeatingTransport

Found = TypeVar("Found")
PASSWORD = "Shatun-Koromyslo-48"
# Over https the browser accepts it from a secure origin only.
REFRESH_COOKIE = ("__Secure-" if os.environ.get("BASE_URL", "").startswith("https:") else "") + "refresh"
# Read once: a client that reads the certificate authorities itself takes 23 ms of the processor.
AUTHORITIES = httpx2.create_ssl_context()
CODE = re.compile(r"(?<!\d)(\d{6})(?!\d)")


def wait_for(claim: Callable[[], Found | None], *, seconds: float = 180) -> Found:
    """Call `claim` until its value is true and return it: for what an event changes later."""
    deadline = time.monotonic() + seconds
    while True:
        value = claim()
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.1)


def browser(headers: dict[str, str] | None = None) -> httpx2.Client:
    """A client with a cookie jar of its own, as one browser has."""
    # Where processes crash meanwhile.
    transport = RepeatingTransport(verify=AUTHORITIES) if "REPEATING_CLIENTS" in os.environ else None
    site = os.environ["BASE_URL"]
    return httpx2.Client(base_url=site, headers=headers, timeout=120, transport=transport, verify=AUTHORITIES)


def mail_to(address: str) -> list[EmailMessage]:
    """All emails to this address, the oldest first: from the Maildir, or from Mailpit at MAIL_URL."""
    if mailpit := os.environ.get("MAIL_URL"):
        return in_mailpit(mailpit, address)
    return maildir(Path(os.environ["MAIL_DIR"]) / "new").to(address)


@functools.cache
def maildir(folder: Path) -> "Maildir":
    """The index of a folder, one in each process."""
    return Maildir(folder)


class Maildir:
    """The emails of a folder by address. Each file is read once: under load there are thousands, and many look."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._read: set[str] = set()
        self._by_address: dict[str, list[EmailMessage]] = {}

    def to(self, address: str) -> list[EmailMessage]:
        """Those to this address, the oldest first."""
        with self._lock:
            self._read_new()
            return list(self._by_address.get(address.lower(), ()))

    def _read_new(self) -> None:
        """A look is a list of names, however much has been read."""
        new = set(os.listdir(self._folder)) - self._read if self._folder.exists() else set()
        for file in sorted((self._folder / name for name in new), key=lambda file: file.stat().st_mtime_ns):
            message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            for recipient in message["To"].addresses:
                self._by_address.setdefault(recipient.addr_spec.lower(), []).append(message)
        self._read |= new


def in_mailpit(mailpit: str, address: str) -> list[EmailMessage]:
    """What containers keep their mail in: https://mailpit.axllent.org/docs/api-v1/."""
    with httpx2.Client(base_url=f"{mailpit}/api/v1") as http:
        listed = http.get("messages", params={"limit": 500}).json()["messages"]
        own = [one["ID"] for one in listed if address.lower() in {to["Address"].lower() for to in one["To"]}]
        raw = [http.get(f"message/{message}/raw").content for message in reversed(own)]
    return [email.message_from_bytes(message, policy=email.policy.default) for message in raw]


def email_texts_to(address: str) -> list[str]:
    """The texts of all emails to this address, the oldest first."""
    bodies = [message.get_body(("plain",)) for message in mail_to(address)]
    return [body.get_content() for body in bodies if body is not None]


def code_for(address: str, *, after: int = 0) -> str:
    """The code in the newest email to this address, once more than `after` emails with a code have come."""

    def newest_code() -> str | None:
        codes = [found[1] for text in email_texts_to(address) if (found := CODE.search(text))]
        return codes[-1] if len(codes) > after else None

    return wait_for(newest_code)


def new_address() -> str:
    return f"{uuid.uuid4().hex[:12]}@example.com"


def registration(address: str) -> dict[str, object]:
    """What the form sends."""
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


def sign_in(address: str, password: str = PASSWORD) -> Person:
    http = browser()
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
    """Register, take the code from the email, confirm, sign in."""
    address = new_address()
    with browser() as http:
        answer = http.post("/api/auth/register", json=registration(address))
        assert answer.status_code == 201, answer.text
        answer = http.post("/api/auth/verify-email", json={"email": address, "code": code_for(address)})
        assert answer.status_code == 200, answer.text
    return sign_in(address)
