"""Certificates by ACME (RFC 8555): the gateway with its own files and Pebble, the test authority of Let's Encrypt.

Pebble is Debian's package `pebble`. Without its programs these tests are skipped. It validates the name as a real
authority does, by a connection to the site, but to free ports instead of 80 and 443.
"""

import json
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml
from chassis.testing.ports import find_free_port
from cryptography import x509

from tests.compose.files import FOLDER
from tests.compose.test_production import read_static_configuration
from tests.faults.certificates import HOST, write_certificate

# `pebble-challtestsrv` is a DNS server. It answers every name with 127.0.0.1.
PROGRAMS = ("pebble", "pebble-challtestsrv")
pytestmark = pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason="Pebble is not installed")

SITE = "www.meridian.test"
DAY = 86400
# On a busy machine the client may check again only 40 seconds after the validation.
READY_SECONDS = 180.0


@dataclass
class Authority:
    """A running Pebble, and the ports at which it expects the site."""

    folder: Path
    port: int
    management_port: int
    plain_port: int
    public_port: int

    def read_root(self) -> str:
        """Return the root certificate that browsers would trust. Pebble creates a new one at each start."""
        context = ssl.create_default_context(cafile=self.folder / "certificate.pem")
        with urlopen(f"https://{HOST}:{self.management_port}/roots/0", context=context) as answer:
            return str(answer.read().decode())


@contextmanager
def run_in_background(*command: str, **environment: str) -> Iterator[None]:
    with subprocess.Popen(
        command, env=environment or None, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as program:
        try:
            yield
        finally:
            program.kill()


def wait_until_listening(port: int) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError(f"nothing listens on {port}")


@contextmanager
def run_authority(tmp_path: Path, valid_days: int) -> Iterator[Authority]:
    folder = tmp_path / "authority"
    folder.mkdir()
    write_certificate(folder, days=1)
    authority = Authority(folder, *(find_free_port() for _ in range(4)))
    names = find_free_port()
    management = find_free_port()
    settings = {
        "listenAddress": f"127.0.0.1:{authority.port}",
        "managementListenAddress": f"127.0.0.1:{authority.management_port}",
        "certificate": str(folder / "certificate.pem"),
        "privateKey": str(folder / "key.pem"),
        "httpPort": authority.plain_port,
        "tlsPort": authority.public_port,
        "certificateValidityPeriod": valid_days * DAY,
    }
    (folder / "pebble.json").write_text(json.dumps({"pebble": settings}))
    unused_servers = ("-http01=", "-https01=", "-tlsalpn01=")
    with ExitStack() as programs:
        answers = (f"-dns01=127.0.0.1:{names}", f"-management=127.0.0.1:{management}", "-defaultIPv6=")
        programs.enter_context(run_in_background("pebble-challtestsrv", *answers, *unused_servers))
        config = (f"-config={folder / 'pebble.json'}", f"-dnsserver=127.0.0.1:{names}")
        programs.enter_context(run_in_background("pebble", *config, PEBBLE_VA_NOSLEEP="1"))
        wait_until_listening(authority.port)
        wait_until_listening(authority.management_port)
        yield authority


@contextmanager
def run_gateway(tmp_path: Path, issuer: Authority, challenge: str) -> Iterator[None]:
    """Run Traefik with the static file of production.yml, but other ports and another folder of certificates."""
    shutil.rmtree(tmp_path / "routes", ignore_errors=True)
    server = f"https://{HOST}:{issuer.port}/dir"
    static = read_static_configuration(tmp_path, SITE_DOMAIN=SITE, ACME_SERVER=server, ACME_CHALLENGE=challenge)
    ports = {"plain": issuer.plain_port, "public": issuer.public_port}
    for name, point in static["entryPoints"].items():
        point["address"] = f"127.0.0.1:{ports.get(name) or find_free_port()}"
    for resolver in static["certificatesResolvers"].values():
        resolver["acme"]["storage"] = resolver["acme"]["storage"].replace("/certificates/", f"{tmp_path}/")
    (tmp_path / "traefik.yml").write_text(yaml.safe_dump(static))
    traefik = str(Path(sys.executable).with_name("traefik"))
    trust_settings = {"LEGO_CA_CERTIFICATES": str(issuer.folder / "certificate.pem")}
    with run_in_background(traefik, f"--configFile={tmp_path / 'traefik.yml'}", **trust_settings):
        yield


def fetch_certificate(issuer: Authority) -> x509.Certificate | None:
    """Return the certificate that a browser gets if it trusts the authority.

    Returns None if it would refuse the site.
    """
    context = ssl.create_default_context(cadata=issuer.read_root())
    with (
        suppress(OSError),
        socket.create_connection((HOST, issuer.public_port), timeout=3) as tcp_connection,
        context.wrap_socket(tcp_connection, server_hostname=SITE) as connection,
    ):
        return x509.load_der_x509_certificate(connection.getpeercert(binary_form=True) or b"")
    return None


def wait_for_next_certificate(issuer: Authority, before: int | None = None, seconds: float = READY_SECONDS) -> int:
    """Wait for another certificate. Returns its serial number."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        certificate = fetch_certificate(issuer)
        if certificate is not None and certificate.serial_number != before:
            return certificate.serial_number
        time.sleep(0.1)
    raise AssertionError("no other certificate was served")


def is_renewed(tmp_path: Path, issuer: Authority, challenge: str, before: int) -> bool:
    """Return True if another certificate is served after a start. Traefik checks the dates at its start and every day.

    An attempt may come before the routes exist, and its validation gets 404. In that case the next start succeeds.
    """
    for _ in range(6):
        with run_gateway(tmp_path, issuer, challenge), suppress(AssertionError):
            return wait_for_next_certificate(issuer, before=before, seconds=READY_SECONDS / 6) != before
    return False


@pytest.mark.parametrize("challenge", ["http", "tls"])
def test_certificate_is_obtained_and_renewed_in_its_last_month(tmp_path: Path, challenge: str) -> None:
    with run_authority(tmp_path, valid_days=29) as issuer:
        with run_gateway(tmp_path, issuer, challenge):
            first_serial_number = wait_for_next_certificate(issuer)
        assert is_renewed(tmp_path, issuer, challenge, before=first_serial_number)


def test_changed_challenge_requests_another_certificate(tmp_path: Path) -> None:
    """The old certificate would be renewed by a challenge that is no longer possible, until it expires."""
    with run_authority(tmp_path, valid_days=90) as issuer:
        with run_gateway(tmp_path, issuer, "http"):
            first_serial_number = wait_for_next_certificate(issuer)
        without_port_80 = replace(issuer, plain_port=find_free_port())
        with run_gateway(tmp_path, without_port_80, "tls"):
            assert wait_for_next_certificate(issuer, before=first_serial_number)


def test_valid_certificate_is_kept_across_a_restart(tmp_path: Path) -> None:
    """Authorities limit certificates: a site that requested one at each start would soon get none."""
    with run_authority(tmp_path, valid_days=90) as issuer:
        with run_gateway(tmp_path, issuer, "http"):
            first_serial_number = wait_for_next_certificate(issuer)
        with run_gateway(tmp_path, issuer, "http"):
            assert wait_for_next_certificate(issuer) == first_serial_number
            with pytest.raises(AssertionError, match="no other certificate"):
                wait_for_next_certificate(issuer, before=first_serial_number, seconds=3)


def test_domain_of_another_server_gets_no_certificate(tmp_path: Path) -> None:
    with run_authority(tmp_path, valid_days=90) as issuer:
        other_issuer = replace(issuer, plain_port=find_free_port(), public_port=find_free_port())
        with run_gateway(tmp_path, other_issuer, "http"), pytest.raises(AssertionError, match="no other certificate"):
            wait_for_next_certificate(other_issuer, seconds=5)


def test_pebble_accepts_the_configuration_of_a_rehearsal(tmp_path: Path) -> None:
    """deploy/compose/test-authority.yml uses this file. The test changes only the ports and the certificate's paths."""
    content = (FOLDER / "pebble.json").read_text()
    settings = json.loads(
        content.replace("/test/certs/localhost", str(tmp_path)).replace("/cert.pem", "/certificate.pem")
    )
    write_certificate(tmp_path, days=1)
    ports = {name: find_free_port() for name in ("listenAddress", "managementListenAddress")}
    settings["pebble"] |= {name: f"127.0.0.1:{port}" for name, port in ports.items()}
    (tmp_path / "pebble.json").write_text(json.dumps(settings))
    with run_in_background("pebble", f"-config={tmp_path / 'pebble.json'}"):
        for port in ports.values():
            wait_until_listening(port)
        authority_of_rehearsal = Authority(tmp_path, ports["listenAddress"], ports["managementListenAddress"], 0, 0)
        assert authority_of_rehearsal.read_root().startswith("-----BEGIN CERTIFICATE-----")
