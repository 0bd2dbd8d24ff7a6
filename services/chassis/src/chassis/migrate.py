"""Migrations of one service's database: `python -m chassis.migrate content` brings DATABASE_URL to the newest revision.

`python -m chassis.testing.migrations` compares them with the tables and writes new ones.
"""

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
from sqlmodel import SQLModel

from chassis.settings import CommonSettings

SHARED_TABLES = (
    "chassis.events.outbox",
    "chassis.events.handling",
    "chassis.jobs",
    "chassis.web.limits",
    "chassis.mail.mail_queue",
)


def migrations_dir(service: str) -> Path:
    """The folder of the service's migrations: MIGRATIONS_DIR, or beside its sources."""
    given = os.environ.get("MIGRATIONS_DIR")
    package = importlib.import_module(service)
    return Path(given) if given else Path(str(package.__file__)).parents[2] / "migrations"


def configuration(service: str, url: str) -> Config:
    """Alembic's configuration; a percent sign in the URL is escaped for its configuration parser."""
    config = Config()
    config.set_main_option("script_location", str(migrations_dir(service)))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["service"] = service
    return config


def upgrade(service: str, url: str) -> None:
    """Bring the database to the newest revision; one that a newer release has migrated further stays as it is.

    Replicas poll for a lock, each time in a transaction of its own: CREATE INDEX CONCURRENTLY would never end beside a
    statement or a snapshot that waits for it. The lock is a transaction's (docs/decisions/0152).
    """
    config, engine = configuration(service, url), create_engine(url, poolclass=NullPool)
    scripts = ScriptDirectory.from_config(config)
    known, newest = {script.revision for script in scripts.walk_revisions()}, scripts.get_current_head()
    while True:
        with engine.connect() as lock:
            if lock.scalar(text("SELECT pg_try_advisory_xact_lock(hashtextextended('migrations', 0))")):
                lock.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                with engine.connect() as db:
                    current = MigrationContext.configure(db).get_current_revision()
                # The newest needs none of the tables, which take longer to import than all else here.
                if current in known - {newest} | {None}:
                    command.upgrade(config, "head")
                return
        time.sleep(0.5)


def load_tables(service: str) -> None:
    """Import every module with tables of the service, the chassis and the events, so that the metadata is complete."""
    for name in SHARED_TABLES:
        importlib.import_module(name)
    package = importlib.import_module(service)
    for module in pkgutil.walk_packages(package.__path__, f"{service}."):
        if module.name.rpartition(".")[2].endswith("tables"):
            importlib.import_module(module.name)


def run_in_alembic() -> None:
    """What each service's `env.py` calls: run the migrations over one connection."""
    from alembic import context

    load_tables(context.config.attributes["service"])
    url = str(context.config.get_main_option("sqlalchemy.url"))
    waiting = {"options": "-c lock_timeout=3s"}  # an ALTER that waits for a lock holds up everybody behind it
    with create_engine(url, poolclass=NullPool, connect_args=waiting).connect() as connection:
        is_compared = context.config.attributes.get("include_object")
        context.configure(connection=connection, target_metadata=SQLModel.metadata, include_object=is_compared)
        with context.begin_transaction():
            context.run_migrations()


if __name__ == "__main__":
    upgrade(sys.argv[1], CommonSettings().database_url.get_secret_value())
