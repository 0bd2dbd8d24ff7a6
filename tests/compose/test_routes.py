"""A running gateway gets all routes of another release at one moment and never serves a mixture."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import yaml
from chassis.testing.ports import find_free_port

from gateway import render

# Traefik applies a change at once if it has applied none for this time. The default is 2 s.
THROTTLE_SECONDS = 0.5
PARTS = [f"part{number}" for number in range(8)]


class Part(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def write_release(folder: Path, name: str, target: str) -> Path:
    """Write routes whose files depend on each other: each one names a middleware in a shared file."""
    release = folder / name
    release.mkdir()
    middleware = {f"headers-{name}": {"headers": {"customResponseHeaders": {"X-Release": name}}}}
    (release / "answers.yml").write_text(yaml.safe_dump({"http": {"middlewares": middleware}}))
    for part in PARTS:
        router = {"rule": f"Path(`/{part}`)", "middlewares": [f"headers-{name}"], "service": part}
        service = {"loadBalancer": {"servers": [{"url": target}]}}
        text = yaml.safe_dump({"http": {"routers": {part: router}, "services": {part: service}}})
        (release / f"{part}.yml").write_text(text)
    return release


@pytest.fixture
def releases(tmp_path: Path) -> Iterator[list[Path]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Part)
    Thread(target=server.serve_forever, daemon=True).start()
    yield [write_release(tmp_path, name, f"http://127.0.0.1:{server.server_port}") for name in ("older", "newer")]
    server.shutdown()
    server.server_close()


def ask(url: str) -> tuple[int, str | None]:
    """Send a request. Returns the status and the release that answered."""
    try:
        with urlopen(url, timeout=60) as answer:  # noqa: S310 - a server of this test
            return answer.status, answer.headers["X-Release"]
    except HTTPError as error:
        return error.code, None


@contextmanager
def run_gateway(folder: Path) -> Iterator[str]:
    """Run a Traefik that serves the routes of the folder."""
    port = find_free_port()
    static = {
        "entryPoints": {"web": {"address": f"127.0.0.1:{port}"}},
        "providers": {
            "file": {"directory": str(folder / "routes"), "watch": True},
            "providersThrottleDuration": f"{THROTTLE_SECONDS}s",
        },
    }
    (folder / "traefik.yml").write_text(yaml.safe_dump(static))
    traefik = str(Path(sys.executable).with_name("traefik"))
    no_output = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([traefik, f"--configFile={folder / 'traefik.yml'}"], **no_output) as program:  # type: ignore[call-overload]
        try:
            wait_until_served(f"http://127.0.0.1:{port}", "older")
            yield f"http://127.0.0.1:{port}"
        finally:
            program.kill()


def wait_until_served(address: str, release: str) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(OSError):
            if all(ask(f"{address}/{part}") == (200, release) for part in PARTS):
                return
        time.sleep(0.05)
    raise AssertionError(f"{release} is not served")


def publish(release: Path, routes: Path) -> None:
    render.publish(routes, {file.name: file.read_text() for file in release.iterdir()}, settling_seconds=0.2)


def copy_one_by_one(release: Path, routes: Path) -> None:
    """Replace the files one after the other, without the invalid file with which `publish` delays the change."""
    for file in sorted(release.iterdir()):
        (routes / ".new").write_bytes(file.read_bytes())
        (routes / ".new").rename(routes / file.name)
        time.sleep(0.02)


def count_answers_while(folder: Path, releases: list[Path], change: Callable[[Path, Path], None]) -> Counter[int]:
    """Return the statuses of continuous requests while the routes change three times."""
    older, newer = releases
    routes = folder / "routes"
    routes.mkdir()
    publish(older, routes)
    seen_counts: Counter[int] = Counter()
    has_ended = Event()
    with run_gateway(folder) as address:

        def load() -> None:
            while not has_ended.is_set():
                seen_counts.update(ask(f"{address}/{part}")[0] for part in PARTS)

        visitor = Thread(target=load)
        visitor.start()
        for release in (newer, older, newer):
            time.sleep(THROTTLE_SECONDS)
            change(release, routes)
            wait_until_served(address, release.name)
        has_ended.set()
        visitor.join()
    return seen_counts


def test_every_request_is_answered_while_all_routes_change(tmp_path: Path, releases: list[Path]) -> None:
    answer_counts = count_answers_while(tmp_path, releases, publish)
    assert answer_counts[200] > 50
    assert set(answer_counts) == {200}


def test_separately_written_files_are_served_as_a_mixture(tmp_path: Path, releases: list[Path]) -> None:
    assert count_answers_while(tmp_path, releases, copy_one_by_one)[404]


def test_routes_missing_in_the_release_are_removed(tmp_path: Path, releases: list[Path]) -> None:
    routes = tmp_path / "routes"
    routes.mkdir()
    for name in ("gone.yml", "0-incomplete.yml"):
        (routes / name).write_text("http: {}\n")
    publish(releases[1], routes)
    assert {file.name for file in routes.iterdir()} == {file.name for file in releases[1].iterdir()}


def test_unchanged_routes_are_not_written(tmp_path: Path, releases: list[Path]) -> None:
    routes = tmp_path / "routes"
    routes.mkdir()
    publish(releases[0], routes)
    before = {file: file.stat().st_mtime_ns for file in (routes, *routes.iterdir())}
    publish(releases[0], routes)
    assert {file: file.stat().st_mtime_ns for file in (routes, *routes.iterdir())} == before
