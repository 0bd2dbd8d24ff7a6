"""A separate stack for the tests, with its own state and ports, so that a running `make up` is not affected.

Stand-in servers replace VK, Google and Telegram, so that the sign-in through them and the bot are tested completely.
"""

import json
import random
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from deploy.local import paths, ports
from deploy.local.console import StepError
from deploy.local.programs import get_caller_environment
from tests.runner.steps import Result, Step, perform

# All tests have the same address and send more requests than a visitor may. The services have tests for these limits.
RAISED_LIMITS = dict.fromkeys(
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
# Short intervals, so that a test sees the status page change.
FAST_STATUS_PROBES = {"STATUS_PROBE_SECONDS": "6", "STATUS_DOUBT_SECONDS": "2"}
STATE = paths.VAR / "test"
ADMIN_EMAIL = "admin@example.com"
# The password of a stack that runs for minutes, on this machine only.
ADMIN_PASSWORD = "Kolenval-Journey-Rotor-27"


def find_free_port() -> int:
    """Return a free port for the gateway. Raises StepError if none is found."""
    for port in random.sample(range(20_000, 30_000), 200):
        if ports.is_free(port) and ports.is_free(port, "0.0.0.0"):  # noqa: S104
            return port
    raise StepError("no free port found for the stack of the tests")


def build_environment() -> dict[str, str]:
    """Return the environment of the stack and of the tests that use it."""
    port = find_free_port()
    return get_caller_environment() | {
        "VAR_DIR": str(STATE),
        "PORT": str(port),
        "BASE_URL": f"http://localhost:{port}",
        "MAIL_DIR": str(STATE / "mail"),
        "ADMIN_EMAIL": ADMIN_EMAIL,
        "ADMIN_PASSWORD": ADMIN_PASSWORD,
        # The tests sign payment notices with this secret.
        "CONTENT_PAYMENT_SECRET": secrets.token_hex(16),
        **RAISED_LIMITS,
        **FAST_STATUS_PROBES,
    }


@contextmanager
def run_providers() -> Iterator[dict[str, str]]:
    """Run the stand-ins. Yields the settings of the services and the addresses for the tests."""
    command = [str(paths.PYTHON), "-m", "tests.standins.providers"]
    with (
        (paths.LOGS / "stand-ins.log").open("wb") as log,
        subprocess.Popen(command, cwd=paths.ROOT, stdout=subprocess.PIPE, stderr=log, text=True) as program,
    ):
        try:
            assert program.stdout
            line = program.stdout.readline()
            if not line:
                raise StepError(
                    f"the stand-ins of VK, Google and Telegram did not start: {paths.LOGS / 'stand-ins.log'}"
                )
            providers = json.loads(line)
            yield providers["settings"] | providers["addresses"]
        finally:
            program.terminate()


def create_stack_step(verb: str, title: str, environment: dict[str, str]) -> Step:
    """Return a step that runs a command of the Makefile on this stack."""
    return Step(title, (sys.executable, "-m", "deploy.local", verb), environment=environment)


@contextmanager
def run_own_stack(settings: Mapping[str, str] | None = None) -> Iterator[tuple[Result, dict[str, str]]]:
    """Start the stack with `make up` and stop it in any case. Its logs are kept until the next run.

    `settings` override the settings that all tests share.
    """
    with run_providers() as provider_settings:
        yield from _run_stack(build_environment() | provider_settings | dict(settings or {}))


def _run_stack(settings: dict[str, str]) -> Iterator[tuple[Result, dict[str, str]]]:
    if (STATE / "run").exists():
        perform(create_stack_step("down", "stop the last test stack", settings))
    shutil.rmtree(STATE, ignore_errors=True)
    try:
        yield perform(create_stack_step("up-observability", "start the test stack", settings)), settings
    finally:
        perform(create_stack_step("down", "stop the test stack", settings))
