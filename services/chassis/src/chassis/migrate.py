"""Database migrations: `python -m chassis.migrate content` upgrades DATABASE_URL to the newest revision.

`python -m chassis.testing.migrations` compares them with the tables and writes new ones.
"""

import argparse
import importlib
import os
import pkgutil
import sys
import time
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel

from chassis.settings import CommonSettings

SHARED_TABLES = (
    "chassis.events.outbox",
    "chassis.events.handling",
    "chassis.jobs",
    "chassis.web.limits",
    "chassis.mail.mail_queue",
)


def get_migrations_folder(service: str) -> Path:
    """Return the folder with the migrations of a service: MIGRATIONS_DIR, or `migrations` beside its sources."""
    configured_folder = os.environ.get("MIGRATIONS_DIR")
    package = importlib.import_module(service)
    return Path(configured_folder) if configured_folder else Path(str(package.__file__)).parents[2] / "migrations"


def build_configuration(service: str, url: str) -> Config:
    """Return the Alembic configuration. Percent signs in the URL are escaped for the configuration parser."""
    config = Config()
    config.set_main_option("script_location", str(get_migrations_folder(service)))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["service"] = service
    return config


def upgrade(service: str, url: str) -> None:
    """Upgrade the database to the newest revision. A database that a newer release has migrated is left unchanged.

    Replicas poll for the lock, each time in a new transaction: CREATE INDEX CONCURRENTLY would never end while a
    statement of another replica waits for the lock. The lock belongs to a transaction (docs/decisions/0152).
    """
    config = build_configuration(service, url)
    engine = create_engine(url, poolclass=NullPool)
    older_revisions = find_older_revisions(config)
    while True:
        with engine.connect() as lock_connection:
            if lock_connection.scalar(text("SELECT pg_try_advisory_xact_lock(hashtextextended('migrations', 0))")):
                lock_connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                with engine.connect() as db:
                    current_revision = MigrationContext.configure(db).get_current_revision()
                # Importing the tables takes longer than everything else here. At the newest revision it is not needed.
                if current_revision in older_revisions:
                    command.upgrade(config, "head")
                return
        time.sleep(0.5)


def find_older_revisions(config: Config) -> set[str | None]:
    """Return all revisions before the newest of this release, and None for an empty database.

    A revision that is neither the newest nor among these comes from a newer release.
    """
    scripts = ScriptDirectory.from_config(config)
    revisions: set[str | None] = {script.revision for script in scripts.walk_revisions()}
    return (revisions - {scripts.get_current_head()}) | {None}


def wait_until_upgraded(service: str, url: str, *, seconds_between: float = 2) -> None:
    """Wait until another process has upgraded the database. Changes nothing.

    A database that a newer release has migrated counts as upgraded. If the database does not answer, the query is
    repeated.
    """
    engine = create_engine(url, poolclass=NullPool)
    older_revisions = find_older_revisions(build_configuration(service, url))
    reported_state = ""
    while True:
        try:
            with engine.connect() as db:
                current_revision = MigrationContext.configure(db).get_current_revision()
        except OperationalError as error:
            state = f"the database does not answer: {error.orig}"
        else:
            if current_revision not in older_revisions:
                return
            state = f"the database is at revision {current_revision or 'none'}, which is older than this release"
        if state != reported_state:
            sys.stdout.write(f"waiting for the migrations of {service}: {state}\n")
            sys.stdout.flush()
            reported_state = state
        time.sleep(seconds_between)


def load_tables(service: str) -> None:
    """Import all modules with tables, so that the SQLModel metadata is complete."""
    for name in SHARED_TABLES:
        importlib.import_module(name)
    package = importlib.import_module(service)
    for module in pkgutil.walk_packages(package.__path__, f"{service}."):
        if module.name.rpartition(".")[2].endswith("tables"):
            importlib.import_module(module.name)


def run_in_alembic() -> None:
    """Migrate inside Alembic. Each service's `env.py` calls this."""
    from alembic import context

    load_tables(context.config.attributes["service"])
    url = str(context.config.get_main_option("sqlalchemy.url"))
    # An ALTER that waits for a lock blocks all later statements on the table.
    connect_args = {"options": "-c lock_timeout=3s"}
    with create_engine(url, poolclass=NullPool, connect_args=connect_args).connect() as connection:
        include_object = context.config.attributes.get("include_object")
        context.configure(connection=connection, target_metadata=SQLModel.metadata, include_object=include_object)
        with context.begin_transaction():
            context.run_migrations()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Upgrade the database of a service to the newest revision.")
    parser.add_argument("service")
    upgrade(parser.parse_args().service, CommonSettings().database_url.get_secret_value())
