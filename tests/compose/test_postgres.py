"""deploy/compose/postgres.sh starts a real PostgreSQL with settings for the memory limit of its container."""

import os
import subprocess
from pathlib import Path

import psycopg
import pytest
from chassis.testing.servers import run_postgres

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "compose" / "postgres.sh"
GIGABYTE = 1024**3


def read_arguments(folder: Path, limit: str | None) -> dict[str, str]:
    """Return the settings that the script gives to PostgreSQL in a container with this memory limit.

    None is a container without a limit.
    """
    entrypoint = folder / "entrypoint"
    entrypoint.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    entrypoint.chmod(0o755)
    if limit is not None:
        (folder / "memory.max").write_text(f"{limit}\n")
    environment = os.environ | {"CGROUP": str(folder), "ENTRYPOINT": str(entrypoint)}
    completed = subprocess.run(["sh", str(SCRIPT)], env=environment, capture_output=True, text=True, check=True)
    program, *rest = completed.stdout.splitlines()
    assert program == "postgres"
    assert rest[::2] == ["-c"] * (len(rest) // 2)
    return dict(setting.split("=", 1) for setting in rest[1::2])


@pytest.mark.parametrize(
    ("limit", "cache", "session"),
    [
        (str(GIGABYTE // 2), "128MB", "6MB"),
        (str(GIGABYTE), "256MB", "8MB"),
        (str(8 * GIGABYTE), "2048MB", "32MB"),
        # A machine of a developer, or one without cgroups.
        ("max", "256MB", "8MB"),
        (None, "256MB", "8MB"),
    ],
)
def test_memory_follows_the_limit_of_the_container(tmp_path: Path, limit: str | None, cache: str, session: str) -> None:
    settings = read_arguments(tmp_path, limit)
    assert settings["shared_buffers"] == cache
    assert settings["work_mem"] == session


def test_server_accepts_the_settings_and_logs_no_personal_values(tmp_path: Path) -> None:
    options = read_arguments(tmp_path, str(GIGABYTE))
    # The image of compose has this library, but the server of the tests does not.
    assert options.pop("shared_preload_libraries") == "pg_stat_statements"
    lines = "".join(f"{name} = '{value}'\n" for name, value in options.items())
    with (
        run_postgres(lines) as server,
        psycopg.connect(server.admin_url.replace("+psycopg", ""), autocommit=True) as connection,
    ):

        def show_setting(name: str) -> str:
            row = connection.execute(f"SHOW {name}".encode()).fetchone()
            assert row
            return str(row[0])

        assert show_setting("shared_buffers") == "256MB"
        assert show_setting("log_min_duration_statement") == "500ms"
        assert show_setting("log_parameter_max_length") == show_setting("log_parameter_max_length_on_error") == "0"
