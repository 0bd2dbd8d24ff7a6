"""Runs a command, such as an upgrade or a rotation in containers, while the site is under the laboratory's load.

    python -m tests.faults.during sh deploy/compose/upgrade.sh

Besides the writers and tabs of the laboratory, visitors load pages with their scripts, read lists and their inboxes,
sign in and open streams. Every refused request is printed with its moment. Exit code 1 when the command failed, a
request was refused, or a promise of docs/faults.md was not kept. Answers 429 of a rate limit do not count.

The environment names the site: BASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD, MAIL_DIR or MAIL_URL; and, if it does not run
from this checkout, DATABASES (tests/journeys/databases.py) and NATS_MONITOR_URL. SSL_CERT_FILE names the site's own
certificate authority. PACE=4 makes every pause four times as long.
"""

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import httpx2

from tests.faults.laboratory import GIVE_UP_AFTER, Laboratory, measure_seconds_until, start_laboratory
from tests.faults.ledger import Violation
from tests.faults.writers import PACE, REQUEST_SECONDS, describe_refusal, renew_access_token
from tests.journeys.streams import PATH as STREAM
from tests.journeys.streams import Stream
from tests.journeys.users import get_access_header, open_browser, sign_in

PAGES = ("/", "/cars", "/blog", "/login")
LISTS = (
    "/api/cars",
    "/api/blog/posts",
    "/api/settings",
    "/api/calculator/rates",
    "/api/status/services",
    "/api/health",
)
OWN_PATHS = ("/api/auth/me", "/api/notifications", "/api/me/orders", "/api/calculator/calculations")
SCRIPT = re.compile(r"/assets/[\w.-]+\.(?:js|css)")
# The load runs this long before and after the command.
QUIET_SECONDS = 5.0
# An access token lasts 15 minutes.
RENEW_SECONDS = 300.0


class Readers:
    """Visitors who only read. Each kind has a thread of its own. Refusals are recorded in the ledger."""

    def __init__(self, laboratory: Laboratory) -> None:
        self.ledger = laboratory.ledger
        self.person = laboratory.buyers[0]
        self.reads: Counter[str] = Counter()
        self._stopping = Event()
        with open_browser() as http:
            # The files of pages that were opened before the command and stay open: they belong to the older build.
            self.scripts = [script for page in PAGES for script in self._load(http, "page", page)]
        kinds: list[tuple[Callable[[httpx2.Client], None], float]] = [
            (self._visit, 0.5),
            (self._stay, 1.0),
            (self._read_lists, 0.1),
            (self._read_own, 0.3),
            (self._sign_in, 3.0),
            (self._open_stream, 0.5),
        ]
        self._threads = [Thread(target=self._repeat, args=kind, daemon=True) for kind in kinds]
        self._threads.append(Thread(target=self._renew, args=(laboratory,), daemon=True))

    @contextmanager
    def read_in_background(self) -> Iterator[None]:
        """Run the readers inside the block."""
        for thread in self._threads:
            thread.start()
        yield
        self._stopping.set()
        for thread in self._threads:
            thread.join(REQUEST_SECONDS * 6)
            assert not thread.is_alive(), "a reader does not end"

    def _repeat(self, read: Callable[[httpx2.Client], None], pause: float) -> None:
        with open_browser() as http:
            while not self._stopping.wait(pause * PACE):
                read(http)

    def _renew(self, laboratory: Laboratory) -> None:
        while not self._stopping.wait(RENEW_SECONDS):
            laboratory.add_savers()
            for person in (laboratory.administrator, *laboratory.buyers, *laboratory.writers.savers):
                renew_access_token(person)

    def _load(self, http: httpx2.Client, kind: str, path: str, headers: dict[str, str] | None = None) -> list[str]:
        """Request a path and record a refusal. Returns the scripts and styles that a page names."""
        self.reads[kind] += 1
        try:
            answer = http.get(path, headers=headers)
        except httpx2.HTTPError as error:
            self.ledger.add_refusal(f"no answer: {error!r}"[:100], path)
            return []
        if not answer.is_success:
            self.ledger.add_refusal(describe_refusal(answer), path)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        return sorted(set(SCRIPT.findall(answer.text))) if is_page else []

    def _visit(self, http: httpx2.Client) -> None:
        for page in PAGES:
            for script in self._load(http, "page", page)[:5]:
                self._load(http, "script of a new page", script)

    def _stay(self, http: httpx2.Client) -> None:
        for script in self.scripts:
            self._load(http, "script of an open page", script)

    def _read_lists(self, http: httpx2.Client) -> None:
        for path in LISTS:
            self._load(http, "list", path)

    def _read_own(self, http: httpx2.Client) -> None:
        for path in OWN_PATHS:
            self._load(http, "own data", path, get_access_header(self.person))

    def _sign_in(self, _: httpx2.Client) -> None:
        self.reads["sign-in"] += 1
        try:
            sign_in(self.person.email, self.person.password).http.close()
        except (httpx2.HTTPError, AssertionError) as error:
            self.ledger.add_refusal(str(error)[:100], "/api/auth/login")

    def _open_stream(self, _: httpx2.Client) -> None:
        self.reads["stream"] += 1
        try:
            stream = Stream(get_access_header(self.person))
        except OSError as error:
            self.ledger.add_refusal(f"no answer: {error!r}"[:100], STREAM)
            return
        if stream.answer.status != 200:
            self.ledger.add_refusal(str(stream.answer.status), STREAM)
        stream.close()


def watch(command: list[str]) -> bool:
    """Run the command under load and print what happened.

    Returns True if the command succeeded and there was no refusal and no violation.
    """
    with start_laboratory() as laboratory:
        readers = Readers(laboratory)
        with readers.read_in_background():
            time.sleep(QUIET_SECONDS)
            began = time.time()
            code = subprocess.run(command, check=False).returncode
            seconds = time.time() - began
            time.sleep(QUIET_SECONDS)
        with laboratory.writers.pause():
            violations: list[Violation] = []
            ended_at = time.monotonic()
            if measure_seconds_until(lambda: not laboratory.find_violations(), ended_at, GIVE_UP_AFTER) is None:
                violations = laboratory.find_violations()
            complete = time.monotonic() - ended_at
        written_count = len(laboratory.ledger.list_acknowledged_writes())
        reconnections = sum(follower.reconnections for follower in laboratory.followers)
    refused_calls = [refusal for refusal in laboratory.ledger.refusals if refusal[2] != "429"]
    print(f"the command: exit code {code} after {seconds:.0f} s")
    for moment, path, what in refused_calls[:100]:
        print(f"  {moment - began:7.1f} s  {path}  {what}")
    reads = ", ".join(f"{count} x {kind}" for kind, count in readers.reads.items())
    print(f"reads: {sum(readers.reads.values())} ({reads})")
    print(f"writes acknowledged: {written_count}; streams that reconnected: {reconnections}")
    refusals_by_status = dict(Counter(what for *_, what in refused_calls))
    print(f"refused: {len(refused_calls)} {refusals_by_status}; 429: {laboratory.ledger.refusal_counts['429']}")
    print(f"complete after {complete:.0f} s; not as promised: {'; '.join(map(str, violations[:20])) or 'nothing'}")
    return code == 0 and not refused_calls and not violations


if __name__ == "__main__":
    sys.exit(0 if watch(sys.argv[1:]) else 1)
