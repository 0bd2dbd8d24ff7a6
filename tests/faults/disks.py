"""Full disks: the folder of a part on a small memory file system, filled to its last byte. Needs root."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.stack import run_make_for_part

SPARE_BYTES = 24 * 2**20
BLOCK = b"\0" * 4096


@contextmanager
def move_to_small_disk(part: str, place: Path) -> Iterator[None]:
    """Move the folder of the part to a small disk inside the block. The content of the folder is kept."""
    used_bytes = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    memory_disk = place.with_name(f"{place.name}.aside")
    run_make_for_part("stop", part)
    mount_memory_disk(memory_disk, used_bytes + SPARE_BYTES)
    try:
        copy_content(place, memory_disk)
        subprocess.run(["mount", "--bind", memory_disk, place], check=True)
        run_make_for_part("start", part)
        try:
            yield
        finally:
            run_make_for_part("stop", part)
            subprocess.run(["umount", place], check=True)
            empty_folder(place)
            copy_content(memory_disk, place)
    finally:
        subprocess.run(["umount", memory_disk], check=True)
        memory_disk.rmdir()
        run_make_for_part("start", part)


@contextmanager
def move_logs_to_small_disk(place: Path, supervisor: int) -> Iterator[None]:
    """Move the logs of all parts, which the supervisor writes, to a small disk inside the block."""
    memory_disk = place.with_name(f"{place.name}.aside")
    mount_memory_disk(memory_disk, SPARE_BYTES)
    subprocess.run(["mount", "--bind", memory_disk, place], check=True)
    try:
        # This makes the supervisor open all logs again.
        os.kill(supervisor, signal.SIGUSR2)
        yield
    finally:
        # The supervisor keeps the log files open until it has opened them again.
        subprocess.run(["umount", "--lazy", place], check=True)
        os.kill(supervisor, signal.SIGUSR2)
        subprocess.run(["umount", "--lazy", memory_disk], check=True)
        memory_disk.rmdir()


def mount_memory_disk(place: Path, size: int) -> None:
    """Mount a memory file system of `size` bytes."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], check=True)


def copy_content(source: Path, target: Path) -> None:
    """Copy the content of the folder with owners and modes."""
    subprocess.run(["cp", "-a", f"{source}/.", target], check=True)


def empty_folder(place: Path) -> None:
    """Delete the content of the folder, but not the folder."""
    for entry in place.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def fill_disk(place: Path) -> Path:
    """Write until the disk is full. Returns the file that must be removed later."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(BLOCK)
        except OSError:
            return ballast
