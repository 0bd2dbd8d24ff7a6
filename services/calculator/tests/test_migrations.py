"""Migrations through an upgrade and a rollback."""

import pytest
from alembic import command
from chassis.migrate import build_configuration, upgrade
from chassis.testing.servers import Postgres
from sqlalchemy import NullPool, create_engine, text
from sqlalchemy.exc import OperationalError


def test_a_database_that_a_newer_release_migrated_is_left_unchanged(postgres_server: Postgres) -> None:
    url = postgres_server.create("calculator_rollback")
    upgrade("calculator", url)
    with create_engine(url, poolclass=NullPool).begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    upgrade("calculator", url)
    with create_engine(url, poolclass=NullPool).connect() as db:
        assert db.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
        assert db.scalar(text("SELECT to_regclass('calculations') IS NOT NULL"))


def test_a_migration_fails_after_waiting_for_a_lock(postgres_server: Postgres) -> None:
    url = postgres_server.create("calculator_locked")
    upgrade("calculator", url)
    with create_engine(url, poolclass=NullPool).begin() as lock_session:
        lock_session.execute(text("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(OperationalError, match="lock timeout"):
            command.upgrade(build_configuration("calculator", url), "head")
