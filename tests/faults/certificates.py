"""Expired and renewed certificates of a gateway that terminates TLS."""

import shutil
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import Popen

import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from gateway import render
from tests.faults.stack import ROOT, get_state_folder, restart_with_file
from tests.processes import list_children
from tests.runner import stack

COMPOSE = ROOT / "deploy" / "compose"
HOST = "localhost"
EXPIRY_MESSAGE = "certificate has expired"


def write_certificate(folder: Path, days: float) -> None:
    """Write a certificate for this machine that expires in `days` days, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=90))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    no_encryption = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, no_encryption))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))


def find_refusal_of_browsers(folder: Path, port: int) -> str:
    """Return the reason why a browser that trusts the issuer refuses the site.

    The result is empty if it opens the site.
    """
    context = ssl.create_default_context(cafile=folder / "certificate.pem")
    with socket.create_connection((HOST, port), timeout=60) as tcp_connection:
        try:
            with context.wrap_socket(tcp_connection, server_hostname=HOST):
                return ""
        except ssl.SSLCertVerificationError as error:
            return error.verify_message


def write_route(folder: Path, routes: Path) -> None:
    """Write the route that names the certificate files in the folder."""
    route = render.build_public_routes({"ACME_CHALLENGE": "none"})["certificates.yml"]
    (routes / "certificates.yml").write_text(render.to_yaml(route).replace("/certificates/", f"{folder}/"))


@contextmanager
def follow_files(folder: Path, routes: Path, seconds: float) -> Iterator[None]:
    """Run the script of the gateway's container that notices renewed files, inside the block."""
    script = COMPOSE / "follow_certificate.sh"
    with Popen(["sh", str(script), str(folder), str(routes), str(seconds)]) as process:
        try:
            while not _is_sleeping(process.pid):
                time.sleep(0.01)
            yield
        finally:
            process.terminate()


def _is_sleeping(shell: int) -> bool:
    """Return True if the script is sleeping. By then it has read the files."""
    # A program of the script may end meanwhile.
    with suppress(OSError):
        return any(Path(f"/proc/{child}/comm").read_text() == "sleep\n" for child in list_children(shell))
    return False


class Https:
    """HTTPS of the stack's gateway, in addition to plain HTTP."""

    def __init__(self) -> None:
        self._port = 0

    @property
    def _folder(self) -> Path:
        return get_state_folder("run") / "certificates"

    @contextmanager
    def serve_expired_certificate(self) -> Iterator[None]:
        """Serve HTTPS inside the block, with a certificate that expired yesterday."""
        static = get_state_folder("run") / "traefik-gateway.yml"
        routes = get_state_folder("run") / "routes"
        self._folder.mkdir()
        write_certificate(self._folder, days=-1)
        write_route(self._folder, routes)
        self._port = stack.find_free_port()
        before = static.read_text()
        changed_configuration = yaml.safe_load(before)
        changed_configuration["entryPoints"]["public"] = {
            "address": f"127.0.0.1:{self._port}",
            "asDefault": True,
            "http": {"tls": {}},
        }
        try:
            restart_with_file("gateway", static, yaml.safe_dump(changed_configuration, sort_keys=False))
            with follow_files(self._folder, routes, 5):
                yield
        finally:
            (routes / "certificates.yml").unlink()
            shutil.rmtree(self._folder)
            restart_with_file("gateway", static, before)

    def renew(self) -> None:
        """Replace the certificate, as an operator or a tool such as certbot does."""
        write_certificate(self._folder, days=90)

    def find_refusal(self) -> str:
        """Return the reason why a browser refuses the site. The result is empty if it opens the site."""
        return find_refusal_of_browsers(self._folder, self._port)
