"""Clients that write through the gateway while parts fail, and record each answer in the ledger.

They repeat a write until it is accepted, as a browser does. Each write may be sent twice: the site
recognizes a repeat by its text, its number or its key.
"""

import io
import os
import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Thread

import httpx2
from PIL import Image

from tests.faults.ledger import Ledger, Write
from tests.journeys.users import (
    CODE,
    PASSWORD,
    Person,
    build_registration,
    get_access_header,
    list_email_texts,
    make_address,
    open_browser,
    sign_in,
)

SendFunction = Callable[[], httpx2.Response]
CAR = {"price": 3_000_000, "engineVolumeLiters": 2.0, "age": 4, "fuelType": "petrol", "importCategory": "personal"}
READ_PATHS = ("/", "/cars", "/blog", "/api/cars", "/api/blog/posts", "/api/settings", "/api/status/services")
KINDS = ("contact", "calculation", "order", "campaign", "comment", "mark_read", "registration", "account", "avatar")
RETRY_SECONDS = 0.3
# Pause after a rate limit was reached. With a shorter one the limit would stay exceeded.
LIMITED_SECONDS = 3.0
# Factor for all pauses, for a machine that is busy with other work.
PACE = float(os.environ.get("PACE") or 1)
REQUEST_SECONDS = 20.0
ADMIN = "/api/content/admin"
# This is below the limit of 500 saved calculations.
MAX_SAVED_BY_EACH = 450
# Clients expect these refusals while a part is down. Any other refusal is a defect.
EXPECTED_REFUSALS = ("503", "429", "no answer")


def describe_refusal(answer: httpx2.Response) -> str:
    """Return the text for a refused attempt. A 503 must have a Retry-After."""
    status = str(answer.status_code)
    if status in ("503", "429") and "Retry-After" not in answer.headers:
        return f"{status} without Retry-After"
    return status


def _is_accepted(answer: httpx2.Response, unanswered: bool) -> bool:
    return answer.is_success or _was_taken_before(answer, unanswered)


def _was_taken_before(answer: httpx2.Response, unanswered: bool) -> bool:
    """Return True if this conflict, or used code, shows that an earlier attempt without an answer was accepted."""
    return unanswered and answer.status_code in (400, 409)


class Writers:
    """The writers of a run. Each kind of write has a thread of its own, until `stop`."""

    def __init__(self, ledger: Ledger, administrator: Person, buyers: list[Person]) -> None:
        self.ledger = ledger
        self.administrator = administrator
        self.buyers = buyers
        # Users who save calculations, each up to the limit.
        self.savers: list[Person] = []
        self.mark = uuid.uuid4().hex[:8]
        # Start of the newest acknowledged write of each kind, by the monotonic clock.
        self.succeeded: dict[str, float] = {}
        self._stopping = Event()
        self._going = Event()
        self._going.set()
        self._count = 0
        self._saved = 0
        self.post = self._publish_post()
        kinds: list[tuple[Callable[[httpx2.Client], None], float]] = [
            (self.send_contact, 0.3),
            (self.save_calculation, 0.3),
            (self.create_order, 0.5),
            (self.send_campaign, 1.0),
            (self.write_comment, 2.2),
            (self.mark_read, 1.0),
            (self.register, 3.0),
            (self.upload_avatar, 3.0),
            (self.read, 0.05),
        ]
        self._threads = [Thread(target=self._repeat, args=kind, daemon=True) for kind in kinds]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop after the current writes. A write that was not accepted is recorded as unanswered."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(REQUEST_SECONDS * 3)
            assert not thread.is_alive(), "a writer does not end"

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Start no new write inside the block, so that pending ones can arrive."""
        self._going.clear()
        try:
            yield
        finally:
            self._going.set()

    def list_kinds_without_success(self, moment: float) -> list[str]:
        """Return the kinds of which no write that was started after `moment` has succeeded yet."""
        return [kind for kind in KINDS if self.succeeded.get(kind, 0) <= moment]

    def _repeat(self, write: Callable[[httpx2.Client], None], pause: float) -> None:
        with open_browser() as http:
            while not self._stopping.wait(pause * PACE):
                self._going.wait()
                write(http)

    def _publish_post(self) -> str:
        body = {"title": f"Под нагрузкой {self.mark}", "content": "Текст", "category": "tips", "status": "published"}
        answer = self.administrator.http.post(f"{ADMIN}/posts", json=body)
        return str(answer.raise_for_status().json()["item"]["id"])

    def _make_key(self, kind: str) -> str:
        self._count += 1
        return f"{self.mark} {kind} {self._count}"

    def _repeat_send(
        self, kind: str, key: str, send: SendFunction, get_id: Callable[[httpx2.Response], str | None]
    ) -> bool:
        """Send until it is accepted or finally refused, or the run ends. Returns True if it was acknowledged.

        A conflict, or a used code, after an attempt without an answer shows that this attempt was accepted.
        """
        is_unanswered = False
        while True:
            began = time.monotonic()
            answer = self._attempt(send, after_unanswered=is_unanswered)
            if answer is not None and _is_accepted(answer, is_unanswered):
                self.succeeded[kind] = began
                self.ledger.add_write(
                    Write(kind, key, acknowledged=True, id=get_id(answer) if answer.is_success else None)
                )
                return True
            is_unanswered = is_unanswered or answer is None or answer.status_code >= 500
            is_refused = answer is not None and answer.status_code < 500 and answer.status_code not in (401, 429)
            is_limited = answer is not None and answer.status_code == 429
            if is_refused or self._stopping.wait(LIMITED_SECONDS if is_limited else RETRY_SECONDS):
                self.ledger.add_write(Write(kind, key, acknowledged=False))
                return False

    def _attempt(self, send: SendFunction, *, after_unanswered: bool = False) -> httpx2.Response | None:
        try:
            answer = send()
        except httpx2.HTTPError as error:
            self.ledger.add_refusal("no answer", error.request.url.path)
            return None
        if not _is_accepted(answer, after_unanswered):
            self.ledger.add_refusal(describe_refusal(answer), answer.request.url.path)
        return answer

    def read(self, http: httpx2.Client) -> None:
        """Request pages and lists, like a visitor."""
        for path in READ_PATHS:
            self._attempt(lambda path=path: http.get(path))  # type: ignore[misc]

    def send_contact(self, http: httpx2.Client) -> None:
        """Send a visitor's message to the company."""
        text = self._make_key("contact")
        form = {"name": "Пётр", "phone": "+7 495 000-00-00", "email": "petr@example.com", "consent": True}
        self._repeat_send(
            "contact",
            text,
            lambda: http.post("/api/contact", json=form | {"message": text}),
            lambda answer: answer.json()["id"],
        )

    def save_calculation(self, http: httpx2.Client) -> None:
        """Save a calculation of a buyer."""
        title = self._make_key("calculation")
        headers = {"Idempotency-Key": uuid.uuid4().hex, **get_access_header(self.savers[0])}
        is_saved = self._repeat_send(
            "calculation",
            title,
            lambda: http.post("/api/calculator/calculations", json=CAR | {"title": title}, headers=headers),
            lambda answer: answer.json()["id"],
        )
        self._saved += is_saved
        if self._saved == MAX_SAVED_BY_EACH:
            self._saved = 0
            self.savers.pop(0).http.close()

    def create_order(self, http: httpx2.Client) -> None:
        """Create an order for the first buyer, as the administrator."""
        number = self._make_key("order")
        body = {"user_id": self.buyers[0].id, "title": "BMW", "price_rub": 3_000_000, "number": number}
        headers = get_access_header(self.administrator)
        self._repeat_send(
            "order",
            number,
            lambda: http.post(f"{ADMIN}/orders", json=body, headers=headers),
            lambda answer: answer.json()["item"]["id"],
        )

    def send_campaign(self, http: httpx2.Client) -> None:
        """Send a message to all buyers of the run, as the administrator."""
        title = self._make_key("campaign")
        audience = {"user_ids": [buyer.id for buyer in self.buyers]}
        body = {"type": "system", "title": title, "message": "Текст", "audience": audience}
        body["idempotency_key"] = uuid.uuid4().hex
        headers = get_access_header(self.administrator)
        self._repeat_send(
            "campaign",
            title,
            lambda: http.post("/api/notifications/admin/send", json=body, headers=headers),
            lambda answer: answer.json()["campaign"]["id"],
        )

    def write_comment(self, http: httpx2.Client) -> None:
        """Write a comment of a buyer. A moderator approves it, so that there are never too many pending ones."""
        text = self._make_key("comment")
        # Each user may write ten comments a minute.
        author = get_access_header(self.buyers[self._count % len(self.buyers)])
        body = {"post_id": self.post, "content": text}
        ids: list[str] = []

        def remember_id(answer: httpx2.Response) -> str:
            ids.append(answer.json()["data"]["id"])
            return ids[-1]

        self._repeat_send("comment", text, lambda: http.post("/api/comments", json=body, headers=author), remember_id)
        if ids:
            moderator = get_access_header(self.administrator)
            self._attempt(lambda: http.post(f"{ADMIN}/comments/{ids[0]}/approve", headers=moderator))

    def mark_read(self, http: httpx2.Client) -> None:
        """Mark the newest unread notification of the second buyer as read."""
        headers = get_access_header(self.buyers[1])
        unread: dict[str, str | int] = {"limit": 1, "is_read": "false"}
        answer = self._attempt(lambda: http.get("/api/notifications", params=unread, headers=headers))
        rows = answer.json()["notifications"] if answer is not None and answer.is_success else []
        for row in rows:
            self._repeat_send(
                "mark_read",
                row["id"],
                partial(http.post, f"/api/notifications/{row['id']}/mark-read", headers=headers),
                lambda _answer: None,
            )

    def register(self, http: httpx2.Client) -> None:
        """Register a visitor and confirm the address with the code from the email."""
        address = make_address()
        # Each registration has a browser of its own, since a code works only in the browser that requested it.
        http.cookies.clear()
        form = build_registration(address)
        # A repeated registration counts as a second one until one is confirmed, so its answer has no id.
        if not self._repeat_send(
            "registration", address, lambda: http.post("/api/auth/register", json=form), lambda answer: None
        ):
            return
        code = self._wait_for_code(address)
        if code is None:
            return
        body = {"email": address, "code": code}
        self._repeat_send(
            "account", address, lambda: http.post("/api/auth/verify-email", json=body), lambda answer: None
        )

    def _wait_for_code(self, address: str) -> str | None:
        """Return the newest code that was sent to this address, or None if the run ends before one arrives."""
        while True:
            codes = [match[1] for text in list_email_texts(address) if (match := CODE.search(text))]
            if codes:
                return codes[-1]
            if self._stopping.wait(RETRY_SECONDS):
                return None

    def upload_avatar(self, http: httpx2.Client) -> None:
        """Upload a picture of the third buyer. Only the last one is kept."""
        picture = make_picture()
        headers = get_access_header(self.buyers[2])
        self._repeat_send(
            "avatar",
            self._make_key("avatar"),
            lambda: http.put("/api/auth/me/avatar", files={"file": ("a.png", picture, "image/png")}, headers=headers),
            lambda answer: answer.json()["user"]["avatar_url"],
        )


def make_picture() -> bytes:
    """Make a small picture of one random colour."""
    file = io.BytesIO()
    Image.new("RGB", (64, 64), tuple(random.randbytes(3))).save(file, "PNG")
    return file.getvalue()


def renew_access_token(person: Person) -> None:
    """Renew the access token, which may expire during a long run."""
    with suppress(httpx2.HTTPError, AssertionError):
        renewed_login = sign_in(person.email, person.password or PASSWORD)
        person.http.headers["Authorization"] = renewed_login.http.headers["Authorization"]
        renewed_login.http.close()
