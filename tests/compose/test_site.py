"""Files that tests/compose/site.py creates before it starts a container."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, MemoryBIO, SSLContext, SSLWantReadError, create_default_context

import pytest

ROOT = Path(__file__).resolve().parents[2]
HAS_CERTUTIL = shutil.which("certutil") is not None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    command = [sys.executable, "-c", "from tests.compose.site import make_folder; make_folder(); make_folder()"]
    environment = os.environ | {"VAR_DIR": str(tmp_path), "APP_VERSION": "1.2.3"}
    if not HAS_CERTUTIL:
        # Only the certificate store of the browser needs certutil.
        (tmp_path / "certutil").write_text("#!/bin/sh\n")
        (tmp_path / "certutil").chmod(0o755)
        environment["PATH"] = f"{tmp_path}:{environment['PATH']}"
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return tmp_path / "compose"


def test_client_that_trusts_the_authority_accepts_the_certificate(folder: Path) -> None:
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificates" / "certificate.pem", folder / "certificates" / "key.pem")
    trusting = create_default_context(cafile=folder / "authority.pem")
    to_server = MemoryBIO()
    to_client = MemoryBIO()
    client = trusting.wrap_bio(to_client, to_server, server_hostname="meridian.test")
    server = context.wrap_bio(to_server, to_client, server_side=True)
    for side in (client, server, client, server):
        try:
            side.do_handshake()
        except SSLWantReadError:
            continue
    # A handshake that fails raises another error.
    assert client.version() == server.version() == "TLSv1.3"


@pytest.mark.skipif(not HAS_CERTUTIL, reason="libnss3-tools is not installed")
def test_browser_store_contains_the_authority(folder: Path) -> None:
    command = ["certutil", "-L", "-a", "-n", "tests", "-d", f"sql:{folder / 'browser' / '.pki' / 'nssdb'}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "".join(output.split()) == "".join((folder / "authority.pem").read_text().split())


def test_settings_mail_folder_and_secrets_exist(folder: Path) -> None:
    settings = dict(line.split("=", 1) for line in (folder / "env").read_text().splitlines() if line and line[0] != "#")
    assert settings["SITE_DOMAIN"] == "meridian.test"
    assert settings["APP_VERSION"] == "1.2.3"
    assert settings["ACME_CHALLENGE"] == "none"
    assert {entry.name for entry in (folder / "mail").iterdir()} == {"tmp", "new", "cur"}
    assert (folder / "secrets" / "SMTP_URL").read_text() == "smtp://172.30.83.1:2525"
