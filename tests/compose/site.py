"""Runs the site of deploy/compose/production.yml in containers on this machine, over HTTPS, for journeys and load.

    make e2e-compose                                      start it, the browser journeys, stop it
    python -m tests.compose.site up                       create its folder, build, start, wait until all are healthy
    python -m tests.compose.site run COMMAND...           run a command that uses the site, its mail and its databases
    python -m tests.compose.site down                     stop it and remove its volumes

For example: `APP_VERSION=1.1.0 ... run python -m tests.faults.during sh deploy/compose/upgrade.sh`. CHECKOUT=<folder>
takes the compose files of another checkout. The folder var/compose holds a certificate authority of this site alone,
secrets, the settings, the emails as a Maildir, and the certificate store of a browser that trusts the authority.

Needs Docker with Compose, `certutil` (Debian: libnss3-tools), free ports 80 and 443 of 127.0.0.1, and a name that leads
there: `127.0.0.1 meridian.test` in /etc/hosts.
"""

import argparse
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from deploy.local import paths
from deploy.local.console import StepError, print_line, step
from deploy.local.programs import get_caller_environment, read_output, run_in_terminal
from tests.runner.stack import ADMIN_EMAIL, ADMIN_PASSWORD, RAISED_LIMITS

DOMAIN = "meridian.test"
FOLDER = paths.VAR / "compose"
SETTINGS = FOLDER / "env"
SECRETS = FOLDER / "secrets"
CERTIFICATES = FOLDER / "certificates"
AUTHORITY = FOLDER / "authority.pem"
TRUSTED_CERTIFICATES = FOLDER / "trusted.pem"
MAIL = FOLDER / "mail"
BROWSER = FOLDER / "browser"
# The address of this machine in the containers' network `front`. They send their emails to it.
FRONT_SUBNET = "172.30.83.0/24"
MAIL_HOST = "172.30.83.1"
MAIL_PORT = 2525
FILES = "docker-compose.yml:deploy/compose/production.yml"
HEALTHY_SECONDS = "900"


def check_machine() -> None:
    """Raise StepError if the machine lacks something that the site needs."""
    for program, package in {"docker": "Docker with Compose", "certutil": "libnss3-tools"}.items():
        if not shutil.which(program):
            raise StepError(f"{program} is missing: install {package}")
    with suppress(OSError):
        if socket.gethostbyname(DOMAIN) == "127.0.0.1":
            return
    raise StepError(f"{DOMAIN} must lead to this machine: add the line '127.0.0.1 {DOMAIN}' to /etc/hosts")


def make_folder() -> None:
    """Create the authority, certificate, secrets, settings, mail folder and browser store unless they exist."""
    for folder in (FOLDER, CERTIFICATES, SECRETS, BROWSER, *(MAIL / name for name in ("tmp", "new", "cur"))):
        folder.mkdir(parents=True, exist_ok=True)
    if not TRUSTED_CERTIFICATES.exists():
        make_certificates()
        trust_in_browser()
    (SECRETS / "SMTP_URL").write_text(f"smtp://{MAIL_HOST}:{MAIL_PORT}")
    write_settings()


def make_certificates() -> None:
    """Create a certificate authority and its certificate for the site, as browsers require it."""
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Authority of the tests")])
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, DOMAIN)])
    is_authority = (x509.BasicConstraints(ca=True, path_length=0), True)
    names = (x509.SubjectAlternativeName([x509.DNSName(DOMAIN)]), False)
    usage = (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
    authority = sign(issuer, issuer, authority_key, authority_key, [is_authority])
    certificate = sign(issuer, subject, authority_key, key, [names, usage])
    pem = serialization.Encoding.PEM
    no_encryption = serialization.NoEncryption()
    (CERTIFICATES / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    (CERTIFICATES / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, no_encryption))
    AUTHORITY.write_bytes(authority.public_bytes(pem))
    # Programs that trust the site also connect to other hosts, such as registries during a build of images.
    system_authorities = ssl.get_default_verify_paths().cafile
    TRUSTED_CERTIFICATES.write_bytes(
        (Path(system_authorities).read_bytes() if system_authorities else b"") + AUTHORITY.read_bytes()
    )


def sign(
    issuer: x509.Name,
    subject: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey,
    key: ec.EllipticCurvePrivateKey,
    extensions: list[tuple[x509.ExtensionType, bool]],
) -> x509.Certificate:
    """Sign a certificate for the next 90 days. The value of an extension says whether it is critical."""
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder(issuer_name=issuer, subject_name=subject, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=90))
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical=critical)
    return builder.sign(issuer_key, hashes.SHA256())


def trust_in_browser() -> None:
    """Add the authority to the NSS database in BROWSER, the home folder of the journeys' Chromium."""
    database = BROWSER / ".pki" / "nssdb"
    shutil.rmtree(database, ignore_errors=True)
    database.mkdir(parents=True)
    read_output("certutil", "certutil", "-N", "--empty-password", "-d", f"sql:{database}")
    arguments = ("-A", "-n", "tests", "-t", "C,,", "-i", AUTHORITY)
    read_output("certutil", "certutil", *arguments, "-d", f"sql:{database}")


def write_settings() -> None:
    """Write the settings from production.env.example. The caller's APP_VERSION is the version of the images."""
    settings = {
        "SECRETS_FOLDER": str(SECRETS),
        "CERTIFICATES_FOLDER": str(CERTIFICATES),
        "SITE_DOMAIN": DOMAIN,
        "APP_VERSION": os.environ.get("APP_VERSION") or "development",
        "ALERTS": "off",
        "ACME_CHALLENGE": "none",
        "PUBLIC_BIND": "127.0.0.1",
        "DEMO_CONTENT": "yes",
        "ADMIN_EMAIL": ADMIN_EMAIL,
        # All browsers of the journeys have the same address.
        **{f"GATEWAY_{kind}_{limit}": "10000" for kind in ("API", "PAGES") for limit in ("PER_SECOND", "BURST")},
    }
    text = (paths.ROOT / "deploy" / "compose" / "production.env.example").read_text()
    for name, value in settings.items():
        text, replacements = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        if replacements != 1:
            raise StepError(f"production.env.example has {replacements} lines {name}=")
    added_settings = {
        "FRONT_SUBNET": FRONT_SUBNET,
        "ADMIN_PASSWORD": ADMIN_PASSWORD,
        "SMTP_LOCAL_HOSTS": MAIL_HOST,
        **RAISED_LIMITS,
    }
    SETTINGS.write_text(text + "".join(f"{name}={value}\n" for name, value in added_settings.items()))
    SETTINGS.chmod(0o600)


def get_checkout() -> Path:
    return Path(os.environ.get("CHECKOUT", paths.ROOT)).resolve()


def build_compose_environment() -> dict[str, str]:
    """Return the environment with which `docker compose` in any checkout controls this site."""
    site_settings = {"COMPOSE_ENV_FILES": str(SETTINGS), "ENV_FILE": str(SETTINGS), "COMPOSE_FILE": FILES}
    return get_caller_environment() | site_settings


def compose(*arguments: str) -> None:
    """Run `docker compose` with its output on the terminal. Raises StepError."""
    if (
        run_in_terminal("docker", "compose", *arguments, environment=build_compose_environment(), folder=get_checkout())
        != 0
    ):
        raise StepError(f"docker compose {' '.join(arguments)}")


def find_address(container: str) -> str:
    """Return the address of a container in its first network, which only this machine can reach."""
    template = "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}"
    ip = read_output(container, "docker", "inspect", "-f", template, f"meridian-avto-{container}-1")
    return ip.split()[0]


def build_environment() -> dict[str, str]:
    """Return the environment in which journeys and load tests find the site."""
    password = (SECRETS / "POSTGRES_PASSWORD").read_text()
    return build_compose_environment() | {
        "BASE_URL": f"https://{DOMAIN}",
        "SSL_CERT_FILE": str(TRUSTED_CERTIFICATES),
        "NODE_EXTRA_CA_CERTS": str(AUTHORITY),
        "BROWSER_HOME": str(BROWSER),
        "ADMIN_EMAIL": ADMIN_EMAIL,
        "ADMIN_PASSWORD": ADMIN_PASSWORD,
        "MAIL_DIR": str(MAIL),
        "DATABASES": f"postgresql://postgres:{password}@{find_address('postgres')}/{{service}}",
        "NATS_MONITOR_URL": f"http://{find_address('nats')}:8222",
    }


@contextmanager
def run_mail_server() -> Iterator[None]:
    """Run a mail server that writes emails into the Maildir. The containers' network must exist."""
    arguments = ("-n", "-l", f"{MAIL_HOST}:{MAIL_PORT}", "-c", "aiosmtpd.handlers.Mailbox", str(MAIL))
    with (
        (FOLDER / "mail.log").open("ab") as log,
        subprocess.Popen([paths.PYTHON, "-m", "aiosmtpd", *arguments], stdout=log, stderr=log) as program,
    ):
        try:
            wait_until_listening(program)
            yield
        finally:
            program.terminate()


def wait_until_listening(program: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and program.poll() is None:
        with suppress(OSError), socket.create_connection((MAIL_HOST, MAIL_PORT), timeout=1):
            return
        time.sleep(0.1)
    raise StepError(f"the mail server does not listen on {MAIL_HOST}:{MAIL_PORT}: {FOLDER / 'mail.log'}")


def up() -> None:
    """Start everything. A second call applies what has changed."""
    check_machine()
    make_folder()
    with step("build the images"):
        compose("build")
    # This creates the network of the containers, in which the mail server listens.
    compose("create")
    with run_mail_server():
        compose("up", "--detach", "--wait", "--wait-timeout", HEALTHY_SECONDS)
    print_line(f"  https://{DOMAIN}, settings in {SETTINGS}")


def down() -> None:
    """Stop the site, and remove its volumes and its folder."""
    compose("down", "--volumes", "--remove-orphans")
    shutil.rmtree(FOLDER)


def run(command: list[str]) -> int:
    """Run a command with the environment of the site. Returns its exit code."""
    with run_mail_server():
        return run_in_terminal(*command, environment=build_environment())


def e2e_compose() -> int:
    """`make e2e-compose`: run the browser journeys. P names projects or files, as for `make e2e`."""
    up()
    try:
        return run([sys.executable, "-m", "deploy.local", "e2e"])
    finally:
        down()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("up", help="start the site, or apply what has changed")
    verbs.add_parser("down", help="stop the site and remove its data")
    run_parser = verbs.add_parser("run", help="run a command with the environment of the site")
    run_parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    try:
        if options.verb == "up":
            up()
        elif options.verb == "down":
            down()
        else:
            return run(options.command)
    except StepError as failure:
        print_line(f"failed: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
