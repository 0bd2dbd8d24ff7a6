"""Runs Schemathesis against a service in a separate process. It finds undocumented answers and answers with 500."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import httpx2

from chassis.migrate import upgrade
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import TEST_ROOT, get_public_half
from chassis.testing.ports import find_free_port
from chassis.testing.servers import Nats, Postgres

WIDE_LIMIT = "1000000"
# Characters of the output that are shown. The findings stand at its end.
MAX_OUTPUT_LENGTH = 6000
MAX_ERROR_LENGTH = 2000
CHECKS = "not_a_server_error,response_schema_conformance,content_type_conformance,status_code_conformance"


def build_settings(
    service: str, postgres: Postgres, nats: Nats, *, data_folder: Path, limits: Collection[str] = ()
) -> dict[str, str]:
    """Return the settings of a service with a new, migrated database.

    `limits` names the settings of rate limits, without the service's prefix. They become so high that no call is
    refused.
    """
    database_url = postgres.create(f"{service}_contract")
    upgrade(service, database_url)
    return {
        "DATABASE_URL": database_url,
        "NATS_URL": nats.url,
        "DATA_DIR": str(data_folder),
        "ENVIRONMENT": "test",
        **{f"{service.upper()}_{name}": WIDE_LIMIT for name in limits},
    }


def build_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with these settings and a free port. Of the machine's variables it has PATH and HOME."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment["IDENTITY_ROOT_KEYS"] = get_public_half(TEST_ROOT)
    return {**environment, **settings, "SERVICE_PORT": str(find_free_port()), "LOG_LEVEL": "ERROR"}


@contextlib.contextmanager
def run_service(service: str, settings: Mapping[str, str]) -> Iterator[str]:
    """Run the service with these settings inside the block. Yields its address once it is ready."""
    environment = build_environment(settings)
    url = f"http://127.0.0.1:{environment['SERVICE_PORT']}"
    command = [sys.executable, "-m", "chassis.serve", service]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        _wait_until_ready(url)
        yield url
    finally:
        process.terminate()
        process.wait(HANG_SECONDS)


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + HANG_SECONDS
    # One client serves all polls: a new one reads the certificate authorities, which takes as long as the service's
    # start.
    with httpx2.Client(verify=False, timeout=60) as http:
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx2.HTTPError):
                if http.get(f"{url}/readyz").status_code == 200:
                    return
            time.sleep(0.1)
    raise AssertionError("the service did not become ready")


def choose_phases() -> tuple[str, ...]:
    """Return the arguments that say how much Schemathesis tests: by default one example for each operation.

    `make fuzz` sets FUZZ_EXAMPLES, which adds more examples and sequences of calls.
    """
    if examples := os.environ.get("FUZZ_EXAMPLES"):
        return ("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", examples)
    return ("--phases", "fuzzing", "--max-examples", "1")


def find_breaches(url: str, *, token: str | None, folder: Path, options: tuple[str, ...] = ()) -> str:
    """Return the findings of Schemathesis by the service's own document, with a token or as a visitor."""
    # The document is fetched here, because Schemathesis waits only ten seconds and a busy machine may need longer.
    document = folder / "openapi.json"
    document.write_bytes(httpx2.get(f"{url}/openapi.json", timeout=HANG_SECONDS).content)
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "run", str(document), "--url", url),
        *("--seed", "7", *choose_phases(), "--checks", CHECKS),
        *("--request-timeout", "60", "--max-failures", "5", "--no-color", "--warnings", "off", *options),
    ]
    if token:
        command += ["-H", f"Authorization: Bearer {token}"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=3600)  # noqa: S603
    if run.returncode == 0:
        return ""
    return run.stdout[-MAX_OUTPUT_LENGTH:] + run.stderr[-MAX_ERROR_LENGTH:]
