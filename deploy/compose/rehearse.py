"""Counts refused requests while the running site changes to other versions, for example to the previous version and
back.

    make rehearse-rollback P="1.1.0 1.0.0"
    python3 -m deploy.compose.rehearse 1.1.0 1.0.0

For each version it runs `deploy/compose/upgrade.sh` with this APP_VERSION, while visitors read pages and lists, each
with a new connection. The images of the versions must exist, or be in the registry. The program needs Docker Compose,
and Python 3 without packages. It exits with 1 if a request was refused, if no request was answered, or if Compose
failed. SSL_CERT_FILE names a certificate authority that the system does not trust.

A request counts as refused if it got no answer, or a status other than 200 and 429. The status 429 is counted
separately, because the gateway limits a single client.
"""

import argparse
import http.client
import itertools
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock, Thread
from urllib.error import HTTPError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
PATHS = ("/", "/cars", "/blog", "/api/cars", "/api/blog/posts", "/api/settings", "/api/calculator/rates", "/api/health")
ANSWER_SECONDS = 30
# All visitors together send at most 20 requests a second. The limit for one client is higher (GATEWAY_API_PER_SECOND).
VISITORS = 4
PAUSE_SECONDS = 0.2


class Visitors:
    """Threads that read the site and record every answer."""

    def __init__(self, site: str, paths: list[str]) -> None:
        self.answers: Counter[str] = Counter()
        self.refusals: list[str] = []
        self._site = site.rstrip("/")
        self._paths = paths
        self._lock = Lock()
        self._stopping = Event()

    @contextmanager
    def read_in_background(self) -> Iterator[None]:
        """Read the site in threads while the block runs."""
        threads = [Thread(target=self._read, args=(number,), daemon=True) for number in range(VISITORS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join(ANSWER_SECONDS * 2)

    def _read(self, number: int) -> None:
        """Read one path after another until the block ends. Each visitor begins with another path."""
        for path in itertools.islice(itertools.cycle(self._paths), number, None):
            if self._stopping.is_set():
                return
            answer = self._fetch_status(path)
            with self._lock:
                self.answers[answer] += 1
                if answer not in ("200", "429"):
                    self.refusals.append(f"{datetime.now(UTC):%H:%M:%S} {path}: {answer}")
            time.sleep(PAUSE_SECONDS)

    def _fetch_status(self, path: str) -> str:
        """Return the status of the answer, or the error."""
        try:
            with urlopen(f"{self._site}{path}", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - the operator's site
                answer.read()
                return str(answer.status)
        except HTTPError as error:
            return str(error.code)
        except (OSError, http.client.HTTPException) as error:
            return str(error) or type(error).__name__


def read_site_address() -> str:
    """Return the address of the site in .env. Raises SystemExit if it is missing."""
    file = ROOT / ".env"
    lines = file.read_text().splitlines() if file.exists() else []
    for line in lines:
        name, _, value = line.partition("=")
        if name == "SITE_DOMAIN" and value:
            return f"https://{value}"
    raise SystemExit("rehearse: SITE_DOMAIN is missing in .env; or name the site: --site https://www.example.com")


def upgrade(version: str) -> int:
    """Bring the site to a version by `upgrade.sh`. Returns its exit code."""
    command = ["sh", "deploy/compose/upgrade.sh"]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"APP_VERSION": version}, check=False).returncode


def rehearse(site: str, paths: list[str], versions: list[str], margin_seconds: float) -> int:
    """Change to each version under load and print the counts of the answers. Returns the exit code."""
    code = 0
    for version in versions:
        visitors = Visitors(site, paths)
        started_at = time.monotonic()
        with visitors.read_in_background():
            time.sleep(margin_seconds)
            has_failed = upgrade(version) != 0
            time.sleep(margin_seconds)
        seconds = time.monotonic() - started_at

        for line in visitors.refusals:
            print(line)
        answered_count = visitors.answers["200"]
        refused_count = len(visitors.refusals)
        limited_count = visitors.answers["429"]

        result = "FAILED" if has_failed else "running"
        counts = (
            f"{answered_count} requests answered, {refused_count} refused, {limited_count} over the limit of a client"
        )
        print(f"{version}: {result} after {seconds:.0f} s, {counts}", flush=True)

        if has_failed or refused_count or not answered_count:
            code = 1
    return code


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.compose.rehearse")
    parser.add_argument("versions", nargs="+", help="versions to change to, in this order: 1.1.0 1.0.0")
    parser.add_argument("--site", help="address of the site, by default SITE_DOMAIN in .env")
    parser.add_argument(
        "--margin-seconds", type=float, default=5, help="seconds of visits before and after each change (5)"
    )
    parser.add_argument(
        "--path", action="append", help="a path that the visitors read instead of the usual ones; may be repeated"
    )
    arguments = parser.parse_args()
    paths = arguments.path or list(PATHS)
    return rehearse(arguments.site or read_site_address(), paths, arguments.versions, arguments.margin_seconds)


if __name__ == "__main__":
    sys.exit(main())
