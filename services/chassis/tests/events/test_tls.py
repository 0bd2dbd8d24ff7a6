"""NATS over TLS: a service checks the certificate before it sends any data."""

import shutil
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import nats
import nats.errors
import pytest
from chassis.events.bus import Bus
from chassis.events.settings import StreamSettings
from chassis.events.streams import declare_streams
from chassis.testing.servers import Nats, create_scratch_folder
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

pytestmark = pytest.mark.anyio
CONFIGURATION = """
authorization {{ user: sample, password: first }}
tls {{ cert_file: "{folder}/certificate.pem", key_file: "{folder}/key.pem", handshake_first: true }}
"""


def make_certificate(folder: Path) -> str:
    """Make a certificate for 127.0.0.1 that is its own authority; returns it in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nats")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private_key = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(private_key)
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    return certificate.public_bytes(pem).decode()


@dataclass
class SecuredServer:
    """A NATS server that accepts only TLS."""

    url: str
    authority: str


@pytest.fixture
def server() -> Iterator[SecuredServer]:
    folder = create_scratch_folder("tls")
    authority = make_certificate(folder)
    (folder / "tls.conf").write_text(CONFIGURATION.format(folder=folder))
    nats_server = Nats(folder, options=("-c", str(folder / "tls.conf")))
    nats_server.start()
    yield SecuredServer(f"tls://sample:first@127.0.0.1:{nats_server.port}", authority)
    nats_server.kill()
    shutil.rmtree(folder, ignore_errors=True)


async def test_a_service_connects_with_the_configured_authority(server: SecuredServer) -> None:
    settings = StreamSettings(nats_ca=server.authority)
    operator = await nats.connect(server.url, **settings.build_tls_arguments([server.url]))
    await declare_streams(operator.jetstream(), settings)
    await operator.close()

    bus = Bus(lambda: server.url, "sample", settings)
    await bus.start()
    assert bus.client.is_connected
    await bus.stop()


async def test_a_certificate_of_another_authority_is_refused(server: SecuredServer) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        await nats.connect(
            server.url,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            **StreamSettings().build_tls_arguments([server.url]),
        )


async def test_no_connection_is_made_to_a_server_without_tls() -> None:
    folder = create_scratch_folder("plain")
    server = Nats(folder, options=("--user", "sample", "--pass", "first"))
    server.start()
    try:
        url = f"tls://sample:first@127.0.0.1:{server.port}"
        with pytest.raises((nats.errors.Error, OSError)):
            await nats.connect(
                url, allow_reconnect=False, max_reconnect_attempts=1, **StreamSettings().build_tls_arguments([url])
            )
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def test_an_address_without_tls_has_no_tls_arguments() -> None:
    assert StreamSettings().build_tls_arguments(["nats://sample@127.0.0.1:4222"]) == {}
