"""A certificate from files (ACME_CHALLENGE=none): a renewed one is served without a restart."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from chassis.testing.ports import find_free_port

from tests.faults.certificates import (
    EXPIRY_MESSAGE,
    find_refusal_of_browsers,
    follow_files,
    write_certificate,
    write_route,
)
from tests.gateway.conftest import wait_until


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    folder = tmp_path / "certificates"
    folder.mkdir()
    write_certificate(folder, days=-1)
    return folder


@pytest.fixture
def port(tmp_path: Path, certificates: Path) -> Iterator[int]:
    """Port of a Traefik that terminates TLS with these files."""
    number = find_free_port()
    routes = tmp_path / "routes"
    routes.mkdir()
    write_route(certificates, routes)
    static = {
        "entryPoints": {"public": {"address": f"127.0.0.1:{number}", "http": {"tls": {}}}},
        "providers": {"file": {"directory": str(routes), "watch": True}},
    }
    (tmp_path / "traefik.yml").write_text(yaml.safe_dump(static))
    command = [str(Path(sys.executable).with_name("traefik")), f"--configFile={tmp_path / 'traefik.yml'}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield number
        process.kill()


def wait_for_browsers(expected: str, certificates: Path, port: int) -> None:
    """Wait until browsers refuse the site for this reason, or, without one, open it."""
    wait_until(lambda: find_refusal_of_browsers(certificates, port) == expected, expected or "browsers open the site")


def test_renewed_certificate_is_served_without_a_restart(tmp_path: Path, certificates: Path, port: int) -> None:
    wait_for_browsers(EXPIRY_MESSAGE, certificates, port)
    with follow_files(certificates, tmp_path / "routes", 0.2):
        write_certificate(certificates, days=30)
        wait_for_browsers("", certificates, port)


def test_without_the_script_the_old_certificate_is_served(tmp_path: Path, certificates: Path, port: int) -> None:
    """The script is needed because Traefik watches the file that names the certificate, not the certificate."""
    wait_for_browsers(EXPIRY_MESSAGE, certificates, port)
    write_certificate(certificates, days=30)
    assert find_refusal_of_browsers(certificates, port)
    write_route(certificates, tmp_path / "routes")
    wait_for_browsers("", certificates, port)
