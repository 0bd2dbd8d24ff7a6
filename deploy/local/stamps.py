"""Work that is skipped while its inputs stay the same: a stamp keeps the digest of what it was done from."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

IGNORED = {
    "node_modules",
    "build",
    ".react-router",
    "test-results",
    "playwright-report",
    "__pycache__",
    "coverage",
    ".vite",
}


def files_below(path: Path) -> list[Path]:
    """Every source file below a folder, in a stable order; what tools generate is left out."""
    if path.is_file():
        return [path]
    found: list[Path] = []
    for child in sorted(path.iterdir()) if path.is_dir() else []:
        if child.name in IGNORED or child.name.endswith((".pyc", ".egg-info")):
            continue
        found += files_below(child) if child.is_dir() else [child]
    return found


def digest_of(paths: Iterable[Path], *texts: str) -> str:
    """A digest of names and contents; moving the checkout elsewhere does not change it."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    for path in paths:
        for file in files_below(path):
            name = file.relative_to(path) if path.is_dir() else file.name
            digest.update(f"{path.name}/{name}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_fresh(stamp: Path, digest: str) -> bool:
    return stamp.exists() and stamp.read_text().strip() == digest


def mark(stamp: Path, digest: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest + "\n")
