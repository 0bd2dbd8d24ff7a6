"""Probes: whether a part can be used. A probe returns None when it can, else the reason."""

import http.client
import smtplib
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

Probe = Callable[[], str | None]
TIMEOUT_SECONDS = 3.0
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


def reason_after(probe: Probe, seconds: float) -> str | None:
    """The reason that is left after these seconds; None as soon as there is none."""
    return None if wait_until(lambda: probe() is None, seconds, 0.2) else probe()


def http_answers(url: str, headers: dict[str, str] | None = None) -> Probe:
    def probe() -> str | None:
        request = urllib.request.Request(url, headers=headers or {})  # noqa: S310
        try:
            with _opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            body = " ".join(error.read(300).decode(errors="replace").split())
            return f"{url} answers {error.code} {body}".rstrip()
        except (OSError, http.client.HTTPException) as error:
            return f"{url}: {getattr(error, 'reason', error)}"
        return None

    return probe


def fetch(url: str) -> str:
    """What a server of this machine answers; empty when it does not."""
    try:
        with _opener.open(url, timeout=TIMEOUT_SECONDS) as answer:
            return str(answer.read().decode())
    except (OSError, http.client.HTTPException):
        return ""


def smtp_ready(port: int) -> Probe:
    def probe() -> str | None:
        try:
            # With a name of its own: smtplib would ask the DNS for one.
            smtplib.SMTP("127.0.0.1", port, "localhost", timeout=TIMEOUT_SECONDS).quit()
        except OSError as error:
            return f"smtp://127.0.0.1:{port}: {error}"
        return None

    return probe


def postgres_accepts(pg_isready: Path, port: int) -> Probe:
    def probe() -> str | None:
        answer = subprocess.run(
            [pg_isready, "-h", "127.0.0.1", "-p", str(port), "-t", str(int(TIMEOUT_SECONDS))],
            capture_output=True,
            text=True,
            check=False,
        )
        return None if answer.returncode == 0 else answer.stdout.strip() or answer.stderr.strip()

    return probe
