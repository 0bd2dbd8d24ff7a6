"""Reads rows that no endpoint shows, from the database of a service and with its role."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
# Databases in containers cannot be reached from here, so these tests need a local stack.
local_stack = pytest.mark.skipif("VAR_DIR" not in os.environ, reason="the stack does not run from this checkout")


def get_database_url(service: str) -> str:
    """Return the address of a service's database, from DATABASES (postgresql://role@host/{service}) or the service's
    setting."""
    pattern = os.environ.get("DATABASES")
    if pattern:
        return pattern.format(service=service)
    program = (
        "from deploy.local import commands, ports;"
        f"print(commands.build_environment({service!r}, ports.read_record())['DATABASE_URL'])"
    )
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout.strip().replace("+psycopg", "")


def read_rows(address: str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(address) as connection:
        return connection.execute(query, values).fetchall()
