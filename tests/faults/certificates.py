"""The certificate of a gateway that ends TLS: it has expired, and a new one is put in its place."""

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
from tests.faults.definitions import state_folder
from tests.faults.stack import ROOT, control_part
from tests.runner import stack

COMPOSE = ROOT / "deploy" / "compose"
HOST = "localhost"
EXPIRED = "certificate has expired"


def write_certificate(folder: Path, days: float) -> None:
    """A certificate for this machine that ends in so many days, and its key, as an operator puts them there."""
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
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))


def refusal_of_browsers(folder: Path, port: int) -> str:
    """Why a browser that trusts the issuer does not open the site; empty when it does."""
    context = ssl.create_default_context(cafile=folder / "certificate.pem")
    with socket.create_connection((HOST, port), timeout=60) as plain:
        try:
            with context.wrap_socket(plain, server_hostname=HOST):
                return ""
        except ssl.SSLCertVerificationError as error:
            return error.verify_message


def write_route(folder: Path, routes: Path) -> None:
    """The route that names the two files of the folder."""
    route = render.public_routes({"ACME_CHALLENGE": "none"})["certificates.yml"]
    (routes / "certificates.yml").write_text(render.to_yaml(route).replace("/certificates/", f"{folder}/"))


@contextmanager
def followed(folder: Path, routes: Path, seconds: float) -> Iterator[None]:
    """Inside the block renewed files are noticed, as in the gateway's container."""
    script = COMPOSE / "follow_certificate.sh"
    with Popen(["sh", str(script), str(folder), str(routes), str(seconds)]) as process:
        try:
            while not _sleeps(process.pid):
                time.sleep(0.01)
            yield
        finally:
            process.terminate()


def _sleeps(shell: int) -> bool:
    """Whether a script waits: it has read the files by then."""
    with suppress(OSError):  # a program of the script has ended meanwhile
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return any(Path(f"/proc/{child}/comm").read_text() == "sleep\n" for child in children)
    return False


class Https:
    """What the gateway of the stack serves to browsers beside plain http."""

    def __init__(self) -> None:
        self._port = 0

    @property
    def _folder(self) -> Path:
        return state_folder("run") / "certificates"

    @contextmanager
    def with_expired_certificate(self) -> Iterator[None]:
        """Inside the block the gateway serves https, too; its certificate ended yesterday."""
        static = state_folder("run") / "traefik-gateway.yml"
        routes = state_folder("run") / "routes"
        self._folder.mkdir()
        write_certificate(self._folder, days=-1)
        write_route(self._folder, routes)
        self._port = stack.free_port()
        before = static.read_text()
        changed = yaml.safe_load(before)
        changed["entryPoints"]["public"] = {
            "address": f"127.0.0.1:{self._port}",
            "asDefault": True,
            "http": {"tls": {}},
        }
        try:
            _restart_with(static, yaml.safe_dump(changed, sort_keys=False))
            with followed(self._folder, routes, 5):
                yield
        finally:
            (routes / "certificates.yml").unlink()
            shutil.rmtree(self._folder)
            _restart_with(static, before)

    def renew(self) -> None:
        """An operator, or a tool such as certbot, puts a new certificate in its place."""
        write_certificate(self._folder, days=90)

    def refusal(self) -> str:
        """Why a browser does not open the site; empty when it does."""
        return refusal_of_browsers(self._folder, self._port)


def _restart_with(static: Path, text: str) -> None:
    control_part("stop", "gateway")
    static.write_text(text)
    control_part("start", "gateway")
