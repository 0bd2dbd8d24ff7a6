"""Makes the secrets of docker-compose.yml at the first start: run by its container `secrets`, before all others.

Each value is kept as a file, in a volume or in the folder SECRETS_FOLDER; a missing one is random. In that folder an
operator also puts secrets of others (OTHERS). Every part gets the files of its own secrets only, in a volume of its
own; the services read them as settings (SECRETS_DIR). `make_secrets.py rotate database nats grafana` makes new values.
"""

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
# Roles that came later: databases.sh gives them their password in a cluster that has data already.
LATER = {"BACKUP_DATABASE_PASSWORD"}
NATS_PASSWORDS = ("NATS_OPERATOR_PASSWORD", *(f"NATS_{service.upper()}_PASSWORD" for service in SERVICES))
# Of the nodes of a cluster, for each other.
NATS_ROUTE = "NATS_ROUTE_PASSWORD"
KEYS = tuple(f"{service.upper()}_SECRET_KEY" for service in SERVICES)
NAMES = (*PASSWORDS, *NATS_PASSWORDS, NATS_ROUTE, *KEYS, "STATUS_CANARY_PASSWORD", "GRAFANA_PASSWORD")
# Secrets of others, and the parts that need them: files of the same folder, if the operator put them there.
OTHERS = {
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
    **{f"{name}_STORAGE_{key}_KEY": (name.lower(),) for name in ("AUTH", "CONTENT") for key in ("ACCESS", "SECRET")},
    **dict.fromkeys(("ARCHIVE_ACCESS_KEY", "ARCHIVE_SECRET_KEY", "ARCHIVE_IDENTITY"), ("archive",)),
}
# What `rotate` may replace while the system runs.
ROTATED = {"database": PASSWORDS, "nats": (*NATS_PASSWORDS, NATS_ROUTE), "grafana": ("GRAFANA_PASSWORD",)}


class Refused(Exception):
    """No secrets were made; the text says why and what to change."""


def has_database(folder: Path) -> bool:
    """Whether PostgreSQL has filled its volume: it keeps its files in <version>/docker, readable by itself alone."""
    try:
        return any(any(place.iterdir()) for place in folder.glob("*/docker"))
    except PermissionError:
        return True


def choose(kept: Path, *, has_database: bool) -> dict[str, str]:
    """All secrets by name; new ones are kept. Raises Refused.

    PostgreSQL takes its passwords once, when its volume is empty: for a volume that is not, new ones would be wrong.
    """
    missing = [name for name in PASSWORDS if name not in LATER and not (kept / name).exists()]
    if missing and has_database:
        raise Refused(
            "the database has passwords of an earlier start that are not known here: put the files "
            f"{', '.join(missing)} back, or remove all data with: docker compose down --volumes"
        )
    chosen = {}
    for name in NAMES:
        value = _read(kept / name) or secrets.token_hex(32)
        _write(kept / name, value, mode=0o400)
        chosen[name] = value
    return chosen


def rotate(kept: Path, kinds: Sequence[str]) -> None:
    """New values for these kinds of passwords. Raises Refused for another word, and changes nothing."""
    if unknown := [kind for kind in kinds if kind not in ROTATED]:
        raise Refused(f"{', '.join(unknown)} cannot be rotated; {', '.join(ROTATED)} can")
    for name in [name for kind in kinds for name in ROTATED[kind]]:
        _write(kept / name, secrets.token_hex(32), mode=0o400)


def others(kept: Path) -> dict[str, dict[str, str]]:
    """The files of each part that hold secrets of others."""
    files: dict[str, dict[str, str]] = {}
    for name, parts in OTHERS.items():
        for part in parts if _read(kept / name) else ():
            files.setdefault(part, {})[name] = _read(kept / name)
    return files


def files_of(chosen: Mapping[str, str], root_keys: str) -> dict[str, dict[str, str]]:
    """The files of each part: folder, name, content."""
    files: dict[str, dict[str, str]] = {
        "postgres": {name: chosen[name] for name in PASSWORDS},
        # NATS would read a value like 12e4 without quotes as a number.
        "nats": {
            "passwords.conf": "".join(f'{name}: "{chosen[name]}"\n' for name in NATS_PASSWORDS),
            NATS_ROUTE: chosen[NATS_ROUTE],
        },
        "monitor": {"MONITOR_DATABASE_PASSWORD": chosen["MONITOR_DATABASE_PASSWORD"]},
        "alerts": {},
        "grafana": {"GRAFANA_PASSWORD": chosen["GRAFANA_PASSWORD"]},
        "operator": {"NATS_URL": nats_url(f"operator:{chosen['NATS_OPERATOR_PASSWORD']}")},
        "backup": {},
        "archive": {
            "ARCHIVE_DATABASE_URL": f"postgresql://backup:{chosen['BACKUP_DATABASE_PASSWORD']}@postgres:5432/postgres"
        },
    }
    for service in SERVICES:
        upper = service.upper()
        address = f"{service}:{chosen[f'{upper}_DATABASE_PASSWORD']}@postgres:5432/{service}"
        files[service] = {
            "SECRET_KEY": chosen[f"{upper}_SECRET_KEY"],
            "DATABASE_URL": f"postgresql+psycopg://{address}",
            "NATS_URL": nats_url(f"{service}:{chosen[f'NATS_{upper}_PASSWORD']}"),
            "IDENTITY_ROOT_KEYS": root_keys,
        }
        files["backup"] |= {
            f"{upper}_DATABASE_URL": f"postgresql://{address}",
            f"{upper}_SECRET_KEY": chosen[f"{upper}_SECRET_KEY"],
        }
    # The account of the login probe: auth makes it, status signs in with it.
    for service in ("auth", "status"):
        files[service]["STATUS_CANARY_PASSWORD"] = chosen["STATUS_CANARY_PASSWORD"]
    return files


def nats_url(credentials: str) -> str:
    """The address of NATS; of a cluster those of all nodes, as NATS_HOSTS names them."""
    hosts = os.environ.get("NATS_HOSTS") or "nats"
    return ",".join(f"nats://{credentials}@{host}:4222" for host in hosts.split(","))


def root_keys_of(chosen: Mapping[str, str], root_secret: str) -> str:
    """The public half of auth's root key (docs/decisions/0082)."""
    environment = {**os.environ, "SECRET_KEY": chosen["AUTH_SECRET_KEY"], "SECRETS_DIR": ""}
    if root_secret:
        environment["AUTH_ROOT_SECRET"] = root_secret
    done = subprocess.run(
        [sys.executable, "-m", "auth.root_key"], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _read(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


def _write(file: Path, text: str, *, mode: int) -> None:
    """Replace the file at once, so that no reader sees half of it."""
    if _read(file) == text.strip():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.chmod(mode)
    # A folder of an ordinary user: the files are his, too.
    owner = file.parent.stat()
    if owner.st_uid != os.geteuid():
        os.chown(draft, owner.st_uid, owner.st_gid)
    draft.replace(file)


def main(arguments: Sequence[str] = (), folder: Path = Path("/parts"), database: Path = Path("/database")) -> int:
    """Write all files below `folder`, one folder a part and `kept` for the values themselves."""
    kept = folder / "kept"
    try:
        chosen = choose(kept, has_database=has_database(database))
        if arguments[:1] == ["rotate"]:
            rotate(kept, arguments[1:])
            chosen = choose(kept, has_database=True)
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    files = files_of(chosen, root_keys_of(chosen, _read(kept / "AUTH_ROOT_SECRET")))
    for part, further in others(kept).items():
        files[part] |= further
    for part, texts in files.items():
        # A secret that was taken back is not left with the part.
        for name in OTHERS.keys() - texts:
            (folder / part / name).unlink(missing_ok=True)
        for name, text in texts.items():
            # Only the containers that mount this folder can read it, each as a user of its own.
            _write(folder / part / name, text, mode=0o444)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
