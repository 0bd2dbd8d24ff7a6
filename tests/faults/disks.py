"""A full disk: the folder of a part on a small memory file system, filled to its last byte. Needs root."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.proxy import control

SPARE_BYTES = 24 * 2**20
BLOCK = b"\0" * 4096


def folder(name: str) -> Path:
    """A folder of the state of the running stack."""
    return Path(os.environ["VAR_DIR"]) / name


@contextmanager
def small_disk(part: str, place: Path) -> Iterator[None]:
    """Inside the block the folder of the part lies on a disk with little room; its content survives."""
    used = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    aside = place.with_name(f"{place.name}.aside")
    control("stop", part)
    mount(aside, used + SPARE_BYTES)
    try:
        copy(place, aside)
        subprocess.run(["mount", "--bind", aside, place], check=True)
        control("start", part)
        try:
            yield
        finally:
            control("stop", part)
            subprocess.run(["umount", place], check=True)
            empty(place)
            copy(aside, place)
    finally:
        subprocess.run(["umount", aside], check=True)
        aside.rmdir()
        control("start", part)


def mount(place: Path, size: int) -> None:
    """A memory file system of this many bytes."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)


def copy(source: Path, target: Path) -> None:
    """Everything in the folder with its owners, and the folder's own owner and mode."""
    subprocess.run(["cp", "-a", f"{source}/.", target], check=True)


def empty(place: Path) -> None:
    """Remove what is in the folder, not the folder."""
    for entry in place.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def fill(place: Path) -> Path:
    """Take all room that is left; returns the file to remove."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(BLOCK)
        except OSError:
            return ballast
