"""Checks whether parts are ready, and waits until they are."""

import http.client
import smtplib
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from deploy.local import postgres
from deploy.local.console import StepError, print_line, read_last_lines
from deploy.local.parts import Part

ANSWER_SECONDS = 3.0
# This limit only ends a hang: a busy machine of two cores has needed three minutes.
START_SECONDS = 600.0
# Each time this period has passed, a part that is not ready is reported with the reason.
REMINDER_SECONDS = 30.0
# After this many starts a part counts as failed, without waiting for START_SECONDS.
TOO_MANY_STARTS = 3
# Requests to this machine ignore the proxy of the caller's environment.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def wait_until(condition: Callable[[], bool], seconds: float, pause: float = 0.1) -> bool:
    """Wait for the condition. Returns False if it did not become true within `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def fetch(url: str) -> str:
    """Return the body of a server's answer. The result is empty if it does not answer, or answers with an error."""
    try:
        with _opener.open(url, timeout=ANSWER_SECONDS) as answer:
            return str(answer.read().decode())
    except (OSError, http.client.HTTPException):
        return ""


def find_problem(url: str) -> str | None:
    """Return the reason why the HTTP, SMTP or PostgreSQL server at this address is not ready.

    Returns None if it is ready.
    """
    try:
        if url.startswith("postgresql:"):
            command = [str(postgres.get_program("pg_isready")), "-d", url, "-t", str(int(ANSWER_SECONDS))]
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
            if answer.returncode == 0:
                return None
            return answer.stdout.strip() or answer.stderr.strip()

        if url.startswith("smtp:"):
            # The client gives its name: without it smtplib would look one up in the DNS.
            smtplib.SMTP("127.0.0.1", urlsplit(url).port or 25, "localhost", timeout=ANSWER_SECONDS).quit()
        else:
            _opener.open(url, timeout=ANSWER_SECONDS).close()
    except urllib.error.HTTPError as error:
        body = " ".join(error.read(300).decode(errors="replace").split())
        return f"{url} answers {error.code} {body}".rstrip()
    except (OSError, http.client.HTTPException) as error:
        return f"{url}: {getattr(error, 'reason', error)}"
    return None


def find_problems(parts: Sequence[Part]) -> list[str | None]:
    """Return the reason why each part is not ready, or None. All parts are checked at the same time."""
    with ThreadPoolExecutor(len(parts)) as pool:
        return list(pool.map(find_problem, (part.probe for part in parts)))


def wait_until_ready(part: Part) -> str | None:
    """Wait until the part is ready. Returns None then, otherwise a message with the end of the part's log."""
    started_at = time.monotonic()
    start_count_before = part.count_starts()
    next_reminder = REMINDER_SECONDS
    while (problem := find_problem(part.probe)) is not None:
        waited_seconds = time.monotonic() - started_at
        if waited_seconds > next_reminder:
            print_line(f"  ...  {part.name} is not ready after {waited_seconds:.0f} s ({problem})")
            next_reminder += REMINDER_SECONDS
        if waited_seconds > START_SECONDS or part.count_starts() - start_count_before >= TOO_MANY_STARTS:
            end = f"the end of {part.log}:\n{read_last_lines(part.log)}"
            return f"{part.name} is not ready after {waited_seconds:.0f} s ({problem}); {end}"
        time.sleep(0.15)

    print_line(f"  ok   {part.name} is ready ({time.monotonic() - started_at:.1f} s)")
    return None


def wait_for_all(parts: Sequence[Part]) -> None:
    """Wait until all parts are ready. Raises StepError if one of them fails."""
    with ThreadPoolExecutor(len(parts)) as pool:
        if failures := [failure for failure in pool.map(wait_until_ready, parts) if failure]:
            advice = "The parts are not stopped. If the machine is only slow, make up again waits for them."
            raise StepError("\n\n".join([*failures, advice]))
