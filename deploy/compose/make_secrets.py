"""Creates the secrets of docker-compose.yml. The container `secrets` runs it before all others start.

Each secret is a file in a volume or in the folder SECRETS_FOLDER. A missing file is created with a random value. In
that folder an operator also puts the secrets of external services (EXTERNAL_SECRETS). Every part gets only the files of
its own secrets, in a separate volume. The services read them as settings (SECRETS_DIR). `make_secrets.py rotate
database nats grafana` replaces the passwords of these kinds.
"""

import argparse
import os
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from contracts.services import SERVICES

PASSWORDS = (
    "POSTGRES_PASSWORD",
    *(f"{service.upper()}_DATABASE_PASSWORD" for service in SERVICES),
    "MONITOR_DATABASE_PASSWORD",
    "BACKUP_DATABASE_PASSWORD",
)
# Passwords of roles that earlier releases did not have. databases.sh sets them in a cluster that already has data.
LATER_PASSWORDS = {"BACKUP_DATABASE_PASSWORD"}
NATS_PASSWORDS = ("NATS_OPERATOR_PASSWORD", *(f"NATS_{service.upper()}_PASSWORD" for service in SERVICES))
# The nodes of a NATS cluster use this password to connect to each other.
NATS_ROUTE = "NATS_ROUTE_PASSWORD"
KEYS = tuple(f"{service.upper()}_SECRET_KEY" for service in SERVICES)
SECRET_NAMES = (*PASSWORDS, *NATS_PASSWORDS, NATS_ROUTE, *KEYS, "STATUS_CANARY_PASSWORD", "GRAFANA_PASSWORD")
# Secrets of external services and the parts that need them. They are files that the operator puts into the same folder.
EXTERNAL_SECRETS = {
    "SMTP_URL": (*SERVICES, "alerts"),
    **dict.fromkeys(("ALERT_EMAIL", "ALERT_TELEGRAM", "ALERT_WEBHOOK", "ALERT_HEARTBEAT"), ("alerts",)),
    **dict.fromkeys(
        (
            "AUTH_ROOT_SECRET",
            "AUTH_VK_CLIENT_SECRET",
            "AUTH_GOOGLE_CLIENT_SECRET",
            "AUTH_TELEGRAM_BOT_TOKEN",
            "AUTH_TELEGRAM_CLIENT_SECRET",
            "AUTH_TURNSTILE_SECRET",
        ),
        ("auth",),
    ),
    "CONTENT_PAYMENT_SECRET": ("content",),
    "TELEGRAM_BOT_TOKEN": ("notifications",),
    **{f"{name}_STORAGE_{key}_KEY": (name.lower(),) for name in ("AUTH", "CONTENT") for key in ("ACCESS", "SECRET")},
    **dict.fromkeys(("ARCHIVE_ACCESS_KEY", "ARCHIVE_SECRET_KEY", "ARCHIVE_IDENTITY"), ("archive",)),
}
# The secrets of each kind that `rotate` can replace while the system runs.
ROTATED_SECRETS = {"database": PASSWORDS, "nats": (*NATS_PASSWORDS, NATS_ROUTE), "grafana": ("GRAFANA_PASSWORD",)}


class SecretsError(Exception):
    """No secrets were created. The text says why, and what to change."""


def has_database(folder: Path) -> bool:
    """Return True if PostgreSQL has initialized its volume.

    Its files are in <version>/docker, which only it may read.
    """
    try:
        for data_folder in folder.glob("*/docker"):
            if any(data_folder.iterdir()):
                return True
    except PermissionError:
        return True
    return False


def create_missing_secrets(secrets_folder: Path, *, is_database_initialized: bool) -> dict[str, str]:
    """Return all secrets by name. Missing ones are created and stored. Raises SecretsError.

    PostgreSQL sets its passwords when it initializes an empty volume. So for an existing database the passwords must
    exist too: new ones would be wrong.
    """
    missing_names = [name for name in PASSWORDS if name not in LATER_PASSWORDS and not (secrets_folder / name).exists()]
    if missing_names and is_database_initialized:
        raise SecretsError(
            "the database has passwords of an earlier start that are missing here: put the files "
            f"{', '.join(missing_names)} back, or remove all data with: docker compose down --volumes"
        )
    secret_values = {}
    for name in SECRET_NAMES:
        value = _read(secrets_folder / name) or secrets.token_hex(32)
        _write(secrets_folder / name, value, mode=0o400)
        secret_values[name] = value
    return secret_values


def rotate(secrets_folder: Path, kinds: Sequence[str]) -> None:
    """Replace the passwords of these kinds. Raises SecretsError for an unknown kind, and then changes nothing."""
    if unknown_kinds := [kind for kind in kinds if kind not in ROTATED_SECRETS]:
        raise SecretsError(f"{', '.join(unknown_kinds)} cannot be rotated; {', '.join(ROTATED_SECRETS)} can")
    for kind in kinds:
        for name in ROTATED_SECRETS[kind]:
            _write(secrets_folder / name, secrets.token_hex(32), mode=0o400)


def list_external_secrets(secrets_folder: Path) -> dict[str, dict[str, str]]:
    """Return the files of each part with secrets of external services: part, name, content."""
    files: dict[str, dict[str, str]] = {}
    for name, parts in EXTERNAL_SECRETS.items():
        value = _read(secrets_folder / name)
        if not value:
            continue
        for part in parts:
            files.setdefault(part, {})[name] = value
    return files


def list_files(secret_values: Mapping[str, str], root_keys: str) -> dict[str, dict[str, str]]:
    """Return the files of each part: part, name, content."""
    files: dict[str, dict[str, str]] = {
        "postgres": {name: secret_values[name] for name in PASSWORDS},
        # NATS would read a value like 12e4 without quotes as a number.
        "nats": {
            "passwords.conf": "".join(f'{name}: "{secret_values[name]}"\n' for name in NATS_PASSWORDS),
            NATS_ROUTE: secret_values[NATS_ROUTE],
        },
        "monitor": {"MONITOR_DATABASE_PASSWORD": secret_values["MONITOR_DATABASE_PASSWORD"]},
        "alerts": {},
        "grafana": {"GRAFANA_PASSWORD": secret_values["GRAFANA_PASSWORD"]},
        "operator": {"NATS_URL": build_nats_url(f"operator:{secret_values['NATS_OPERATOR_PASSWORD']}")},
        "backup": {},
        "archive": {
            "ARCHIVE_DATABASE_URL": f"postgresql://backup:{secret_values['BACKUP_DATABASE_PASSWORD']}@postgres:5432/postgres"
        },
    }

    for service in SERVICES:
        upper_name = service.upper()
        address = f"{service}:{secret_values[f'{upper_name}_DATABASE_PASSWORD']}@postgres:5432/{service}"
        files[service] = {
            "SECRET_KEY": secret_values[f"{upper_name}_SECRET_KEY"],
            "DATABASE_URL": f"postgresql+psycopg://{address}",
            "NATS_URL": build_nats_url(f"{service}:{secret_values[f'NATS_{upper_name}_PASSWORD']}"),
            "IDENTITY_ROOT_KEYS": root_keys,
        }
        files["backup"] |= {
            f"{upper_name}_DATABASE_URL": f"postgresql://{address}",
            f"{upper_name}_SECRET_KEY": secret_values[f"{upper_name}_SECRET_KEY"],
        }

    # The account of the login probe. auth creates it, and status signs in with it.
    for service in ("auth", "status"):
        files[service]["STATUS_CANARY_PASSWORD"] = secret_values["STATUS_CANARY_PASSWORD"]
    return files


def build_nats_url(credentials: str) -> str:
    """Return the addresses of all NATS nodes in NATS_HOSTS, with credentials. By default there is one node."""
    hosts = os.environ.get("NATS_HOSTS") or "nats"
    return ",".join(f"nats://{credentials}@{host}:4222" for host in hosts.split(","))


def derive_root_keys(secret_values: Mapping[str, str], root_secret: str) -> str:
    """Return the public half of auth's root key (docs/decisions/0082)."""
    environment = {**os.environ, "SECRET_KEY": secret_values["AUTH_SECRET_KEY"], "SECRETS_DIR": ""}
    if root_secret:
        environment["AUTH_ROOT_SECRET"] = root_secret
    completed = subprocess.run(
        [sys.executable, "-m", "auth.root_key"], env=environment, check=True, capture_output=True, text=True
    )
    return completed.stdout.strip()


def _read(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


def _write(file: Path, text: str, *, mode: int) -> None:
    """Write a file atomically, unless it already has this content."""
    if _read(file) == text.strip():
        return

    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.chmod(mode)

    # If the folder belongs to an ordinary user, the files belong to that user too.
    owner = file.parent.stat()
    if owner.st_uid != os.geteuid():
        os.chown(draft, owner.st_uid, owner.st_gid)
    draft.replace(file)


def main(command_line: Sequence[str] = (), folder: Path = Path("/parts"), database: Path = Path("/database")) -> int:
    """Write the files of all parts below `folder`, one folder for each part. The folder `kept` is SECRETS_FOLDER."""
    parser = argparse.ArgumentParser(prog="make_secrets.py")
    commands = parser.add_subparsers(dest="command")
    rotate_command = commands.add_parser("rotate", help="replace passwords")
    rotate_command.add_argument("kinds", nargs="*", help=", ".join(ROTATED_SECRETS))
    arguments = parser.parse_args(command_line)

    secrets_folder = folder / "kept"
    try:
        secret_values = create_missing_secrets(secrets_folder, is_database_initialized=has_database(database))
        if arguments.command == "rotate":
            rotate(secrets_folder, arguments.kinds)
            secret_values = create_missing_secrets(secrets_folder, is_database_initialized=True)
    except SecretsError as error:
        print(error, file=sys.stderr)
        return 1

    files = list_files(secret_values, derive_root_keys(secret_values, _read(secrets_folder / "AUTH_ROOT_SECRET")))
    for part, secrets_of_part in list_external_secrets(secrets_folder).items():
        files[part] |= secrets_of_part

    for part, texts in files.items():
        # A secret that the operator has removed is removed from the part too.
        for name in EXTERNAL_SECRETS.keys() - texts:
            (folder / part / name).unlink(missing_ok=True)
        for name, text in texts.items():
            # The containers run as different users, and only those that mount this folder can read the file.
            _write(folder / part / name, text, mode=0o444)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
