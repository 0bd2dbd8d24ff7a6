"""`make rehearse-rollback` reports every request that is refused while the site changes to another version."""

import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parents[2]
# This script names the containers, as Compose does, and records every other command.
DOCKER = """
if [ "$2" = config ]; then printf '%s\\n' auth auth-2 gateway web web-2 notifications-1 notifications-2; exit; fi
echo "$APP_VERSION: docker $*" >> commands
"""


class Site(BaseHTTPRequestHandler):
    """Answers 200, or 503 while the file `broken` is in the folder."""

    folder: Path

    def do_GET(self) -> None:
        is_broken = (self.folder / "broken").exists()
        self.send_response(503 if is_broken else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()
        if is_broken:
            (self.folder / "refused").touch()

    def log_message(self, *_: object) -> None:
        """Print nothing: the requests of a test need no log."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    handler = type("SiteOfTest", (Site,), {"folder": tmp_path})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def rehearse(site: str, folder: Path, docker: str) -> subprocess.CompletedProcess[str]:
    """Run the rehearsal with a fake `docker`: the script DOCKER, then the given shell script."""
    (folder / "docker").write_text(f'#!/bin/sh\ncd "{folder}"\n{DOCKER}\n{docker}\n')
    (folder / "docker").chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "SETTLE_SECONDS": "0"}
    arguments = ["--site", site, "--margin-seconds", "0.5", "1.1.0", "1.0.0"]
    command = [sys.executable, "-m", "deploy.compose.rehearse", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_first_containers_are_replaced_and_awaited_before_the_others(site: str, tmp_path: Path) -> None:
    completed = rehearse(site, tmp_path, "")
    assert completed.returncode == 0, completed.stdout + completed.stderr
    commands = (tmp_path / "commands").read_text().splitlines()
    steps = ("docker compose up -d --wait auth notifications-1 web", "docker compose up -d --wait")
    assert commands == [f"{version}: {step}" for version in ("1.1.0", "1.0.0") for step in steps]
    assert [line.partition(" after")[0] for line in completed.stdout.splitlines()] == [
        "1.1.0: running",
        "1.0.0: running",
    ]
    assert completed.stdout.count(" 0 refused") == 2


def test_refused_requests_are_reported(site: str, tmp_path: Path) -> None:
    until_refused = """
        [ "$APP_VERSION" = 1.1.0 ] || exit 0
        touch broken
        until [ -e refused ]; do sleep 0.1; done
        rm broken
    """
    completed = rehearse(site, tmp_path, until_refused)
    assert completed.returncode == 1
    assert ": 503\n" in completed.stdout
    first, second = (line for line in completed.stdout.splitlines() if "running after" in line)
    assert " 0 refused" not in first
    assert " 0 refused" in second


def test_failed_change_is_reported(site: str, tmp_path: Path) -> None:
    completed = rehearse(site, tmp_path, "exit 3")
    assert completed.returncode == 1
    assert "1.1.0: FAILED" in completed.stdout
