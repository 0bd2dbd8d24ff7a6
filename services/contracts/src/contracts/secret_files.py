"""Secrets that are files of a folder: passwords are replaced while services run (docs/decisions/0148)."""

import os
from pathlib import Path

from pydantic import SecretStr


def latest(name: str, value: SecretStr) -> str:
    """The setting as its file in SECRETS_DIR holds it now; without a file `value`, which it had at the start."""
    file = Path(os.environ.get("SECRETS_DIR") or "/dev/null") / name
    return file.read_text().strip() if not os.environ.get(name) and file.is_file() else value.get_secret_value()
