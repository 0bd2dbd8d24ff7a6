"""Small files of the state folder: secrets, records, stamps, and the lock that lets one make target run at a time.

A stamp stores a digest of the inputs of some work. The work is skipped while the digest stays the same.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

from deploy.local import paths
from deploy.local.console import StepError, print_line

# Names and suffixes of generated files and folders.
IGNORED_NAMES = {
    "node_modules",
    "build",
    ".react-router",
    ".vite",
    "coverage",
    "test-results",
    "playwright-report",
    "__pycache__",
    ".pyc",
    ".egg-info",
}


def write_private(file: Path, text: str) -> None:
    """Write the file atomically, readable by its owner only."""
    draft = file.with_name(f"{file.name}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as output:
        output.write(text)
    draft.replace(file)


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object. A missing or incomplete file counts as an empty object."""
    try:
        content = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def get_secret(name: str) -> str:
    """Return a random secret of this state folder, created at first use.

    Its hexadecimal digits fit into any URL or file.
    """
    file = paths.SECRETS / name
    if not file.exists():
        write_private(file, secrets.token_hex(32))
    return file.read_text().strip()


@contextmanager
def lock_state_folder() -> Iterator[None]:
    """Lock the state folder, since only one make target at a time may start or stop parts.

    Waits for another holder of the lock. Raises StepError if the folder belongs to another user.
    """
    if paths.VAR.exists() and paths.VAR.stat().st_uid != os.geteuid():
        raise StepError(
            f"{paths.VAR} belongs to another user: run make as that user, or keep your own state "
            "elsewhere: VAR_DIR=/some/folder PORT=9090 make up"
        )
    paths.prepare_folders()
    with (paths.VAR / "lock").open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            print_line("  ...  another make is starting or stopping this stack; waiting for it")
            flock(file, LOCK_EX)
        yield


def list_files_below(path: Path) -> list[Path]:
    """Return all source files below a folder, in a stable order, without generated ones."""
    if not path.is_dir():
        return [path] if path.exists() else []
    children = (
        child for child in path.iterdir() if child.name not in IGNORED_NAMES and child.suffix not in IGNORED_NAMES
    )
    return [file for child in sorted(children) for file in list_files_below(child)]


def compute_digest(sources: Iterable[Path], *texts: str) -> str:
    """Return the digest of texts and of names and contents of files.

    It does not depend on the path of the checkout.
    """
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    for path in sources:
        for file in list_files_below(path):
            name = file.relative_to(path) if path.is_dir() else file.name
            digest.update(f"{path.name}/{name}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_fresh(stamp: Path, digest: str) -> bool:
    return stamp.exists() and stamp.read_text().strip() == digest


def write_stamp(stamp: Path, digest: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest + "\n")
