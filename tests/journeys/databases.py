"""Rows that no endpoint shows, read from a local stack with the service's own role."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
# The databases of containers are not reachable from here: these tests read those of a local stack.
local_stack = pytest.mark.skipif("VAR_DIR" not in os.environ, reason="the stack does not run from this checkout")


def address(service: str) -> str:
    """Where a service's database is: as its settings name it, or as DATABASES does, postgresql://role@host/{service}."""
    if pattern := os.environ.get("DATABASES"):
        return pattern.format(service=service)
    asked = (
        "from deploy.local import commands, ports;"
        f"print(commands.environment({service!r}, ports.read_record())['DATABASE_URL'])"
    )
    result = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    return result.stdout.strip().replace("+psycopg", "")


def read_rows(where: str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(where) as connection:
        return connection.execute(query, values).fetchall()
