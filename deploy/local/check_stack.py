"""A whole stack for the tests alone: its own state and ports, so that a running `make up` never notices.

VK, Google and Telegram are stood in for at the wire, so that signing in through them is tried whole.
"""

import json
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from deploy.local import paths, ports
from deploy.local.check_steps import Result, Step, perform
from deploy.local.console import Failed
from deploy.local.programs import caller_environment

# All tests come from one address and do far more than one visitor may; each limit has its tests in its service.
MANY_VISITORS = dict.fromkeys(
    (
        "AUTH_REGISTER_PER_HOUR",
        "AUTH_FORGOT_PER_HOUR",
        "AUTH_LOGIN_FAILURES_PER_ADDRESS",
        "AUTH_CODES_PER_ADDRESS_PER_HOUR",
        "CONTENT_CONTACT_PER_HOUR",
        "CONTENT_REQUESTS_PER_HOUR",
        "CONTENT_NEWSLETTER_PER_HOUR",
        "CALCULATOR_SAVE_PER_HOUR",
        "STATUS_SUBSCRIPTIONS_PER_HOUR",
    ),
    "1000",
)
# The status page is to be seen changing its mind within a journey.
FAST_STATUS_PROBES = {"STATUS_PROBE_SECONDS": "6", "STATUS_DOUBT_SECONDS": "2"}
STATE = paths.VAR / "test"
ADMIN_EMAIL = "admin@example.com"
ADMIN_PASSWORD = "Kolenval-Journey-Rotor-27"  # noqa: S105  # of a stack that lives for minutes on this machine only


def free_port() -> int:
    for port in random.sample(range(20_000, 30_000), 200):
        if ports.is_free(port) and ports.is_free(port, "0.0.0.0"):  # noqa: S104
            return port
    raise Failed("no free port found for the stack of the tests")


def environment() -> dict[str, str]:
    port = free_port()
    return caller_environment() | {
        "VAR_DIR": str(STATE),
        "PORT": str(port),
        "BASE_URL": f"http://localhost:{port}",
        "MAIL_DIR": str(STATE / "mail"),
        "ADMIN_EMAIL": ADMIN_EMAIL,
        "ADMIN_PASSWORD": ADMIN_PASSWORD,
        # With it the provider's notices of the journeys are genuine.
        "CONTENT_PAYMENT_SECRET": secrets.token_hex(16),
        **MANY_VISITORS,
        **FAST_STATUS_PROBES,
    }


@contextmanager
def providers() -> Iterator[dict[str, str]]:
    """What the auth service is told of the stand-ins, and what the tests are, while they run."""
    command = [str(paths.PYTHON), "-m", "tests.standins.providers"]
    with (
        (paths.LOGS / "stand-ins.log").open("wb") as log,
        subprocess.Popen(command, cwd=paths.ROOT, stdout=subprocess.PIPE, stderr=log, text=True) as program,
    ):
        try:
            assert program.stdout
            told = program.stdout.readline()
            if not told:
                raise Failed(f"the stand-ins of VK, Google and Telegram did not start: {paths.LOGS / 'stand-ins.log'}")
            said = json.loads(told)
            yield said["settings"] | said["addresses"]
        finally:
            program.terminate()


def verb(name: str, title: str, told: dict[str, str]) -> Step:
    return Step(title, (sys.executable, "-m", "deploy.local", name), environment=told)


@contextmanager
def own_stack() -> Iterator[tuple[Result, dict[str, str]]]:
    """Started like any other, by the same verbs; stopped whatever happens. Its logs stay until the next run."""
    with providers() as companies:
        yield from _started(environment() | companies)


def _started(told: dict[str, str]) -> Iterator[tuple[Result, dict[str, str]]]:
    if (STATE / "run").exists():
        perform(verb("down", "stop the last test stack", told))
    shutil.rmtree(STATE, ignore_errors=True)
    try:
        yield perform(verb("up-observability", "start the test stack", told)), told
    finally:
        perform(verb("down", "stop the test stack", told))
