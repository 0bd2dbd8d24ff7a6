"""Run other programs: their output goes to a log, and the end of the log into a failure message."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.local import paths
from deploy.local.console import Failed, end_of, last_lines

_running: set[subprocess.Popen[bytes]] = set()

# A caller's own Python or make settings must not leak into the programs of the checkout.
UNWANTED = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"),
    *("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"),
)


def caller_environment() -> dict[str, str]:
    """The caller's environment, with the checkout's own programs first on PATH."""
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    environment["PATH"] = f"{paths.VENV_BIN}{os.pathsep}{environment.get('PATH', os.defpath)}"
    environment["VIRTUAL_ENV"] = str(paths.VENV)
    return environment


def tool_environment() -> dict[str, str]:
    """The same, with every package client's cache and state kept inside the checkout."""
    environment = caller_environment()
    cache = paths.CACHE
    environment.setdefault("UV_CACHE_DIR", str(cache / "uv"))
    environment |= {
        "PIP_CACHE_DIR": str(cache / "pip"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "npm_config_cache": str(cache / "npm"),
        "XDG_CACHE_HOME": str(cache / "xdg"),
        "XDG_DATA_HOME": str(cache / "xdg-data"),
        "XDG_STATE_HOME": str(cache / "xdg-state"),
        "CI": "true",
    }
    return environment


def output_of(what: str, *command: str | Path, **options: Any) -> str:
    """What a program prints. `options` are those of subprocess.run. Raises Failed with its errors."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Failed(f"{what}:\n{end_of(done.stderr)}")
    return str(done.stdout)


def exit_code(*command: str | Path, environment: Mapping[str, str] | None = None, folder: Path = paths.ROOT) -> int:
    """Run a program whose output is for the person at the terminal."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, env=environment, check=False).returncode


def run(
    what: str,
    command: Sequence[str | Path],
    *,
    log: str,
    folder: Path = paths.ROOT,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run one program; when it fails, say what it was for and show the last lines of its log."""
    file = paths.LOGS / f"{log}.log"
    with file.open("wb") as output:
        program = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=dict(environment if environment is not None else tool_environment()),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    _running.add(program)
    try:
        code = program.wait()
    finally:
        _running.discard(program)
    if code != 0:
        raise Failed(f"{what} failed (exit code {code}); the end of {file}:\n{last_lines(file)}")


def terminate_all() -> None:
    """Terminate the programs in the background, so that a failure elsewhere is reported at once."""
    for program in list(_running):
        program.terminate()
