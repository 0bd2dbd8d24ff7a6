"""Migrations through an upgrade and a rollback."""

from typing import Any

from chassis.migrate import upgrade
from sqlalchemy import NullPool, create_engine, text


def test_a_database_that_a_newer_release_migrated_is_left_as_it_is(postgres_server: Any) -> None:
    url = postgres_server.create("calculator_rollback")
    upgrade("calculator", url)
    with create_engine(url, poolclass=NullPool).begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    upgrade("calculator", url)
    with create_engine(url, poolclass=NullPool).connect() as db:
        assert db.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
        assert db.scalar(text("SELECT to_regclass('calculations') IS NOT NULL"))
