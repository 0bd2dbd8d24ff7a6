"""Whether parts can be used: asked at their addresses, and waited for."""

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
from deploy.local.console import Failed, last_lines, print_line
from deploy.local.parts import Part

ANSWER_SECONDS = 3.0
START_SECONDS = 180.0
# A part that exits this often fails before its time is over.
TOO_MANY_STARTS = 3
# No proxy of the caller's environment for requests to this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def wait_until(claim: Callable[[], bool], seconds: float, pause: float = 0.1) -> bool:
    """Whether the claim became true within these seconds."""
    deadline = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def fetch(url: str) -> str:
    """What a server of this machine answers; empty when it does not."""
    try:
        with _opener.open(url, timeout=ANSWER_SECONDS) as answer:
            return str(answer.read().decode())
    except (OSError, http.client.HTTPException):
        return ""


def problem_of(url: str) -> str | None:
    """Why the server at this address cannot be used; None when it can. HTTP, SMTP or PostgreSQL."""
    try:
        if url.startswith("postgresql:"):
            command = [str(postgres.binary("pg_isready")), "-d", url, "-t", str(int(ANSWER_SECONDS))]
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
            return None if answer.returncode == 0 else answer.stdout.strip() or answer.stderr.strip()
        if url.startswith("smtp:"):
            # With a name of its own: smtplib would ask the DNS for one.
            smtplib.SMTP("127.0.0.1", urlsplit(url).port or 25, "localhost", timeout=ANSWER_SECONDS).quit()
        else:
            _opener.open(url, timeout=ANSWER_SECONDS).close()
    except urllib.error.HTTPError as error:
        body = " ".join(error.read(300).decode(errors="replace").split())
        return f"{url} answers {error.code} {body}".rstrip()
    except (OSError, http.client.HTTPException) as error:
        return f"{url}: {getattr(error, 'reason', error)}"
    return None


def problems(parts: Sequence[Part]) -> list[str | None]:
    """Why each part cannot be used, asked of all at the same time; None for those that can."""
    with ThreadPoolExecutor(len(parts)) as pool:
        return list(pool.map(problem_of, (part.probe for part in parts)))


def failure_of(part: Part) -> str | None:
    """None once the part can be used; the end of its log when it will not be."""
    began = time.monotonic()
    starts_before = part.starts()
    while (problem := problem_of(part.probe)) is not None:
        waited = time.monotonic() - began
        if waited > START_SECONDS or part.starts() - starts_before >= TOO_MANY_STARTS:
            end = f"the end of {part.log}:\n{last_lines(part.log)}"
            return f"{part.name} is not ready after {waited:.0f} s ({problem}); {end}"
        time.sleep(0.15)
    print_line(f"  ok   {part.name} is ready ({time.monotonic() - began:.1f} s)")
    return None


def wait_for_all(parts: Sequence[Part]) -> None:
    """Return when all can be used. Raises Failed."""
    with ThreadPoolExecutor(len(parts)) as pool:
        if failures := [failure for failure in pool.map(failure_of, parts) if failure]:
            raise Failed("\n\n".join(failures))
