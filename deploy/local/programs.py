"""Runs other programs. Their output goes to a log, and a failure message shows the end of that log."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deploy.local import paths
from deploy.local.console import StepError, format_last_lines, read_last_lines

# Python and make settings of the caller must not affect the programs of the checkout.
UNWANTED_VARIABLES = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONDONTWRITEBYTECODE",
    "VIRTUAL_ENV",
    "MAKEFLAGS",
    "MFLAGS",
    "MAKELEVEL",
    "MAKEOVERRIDES",
)


def get_caller_environment() -> dict[str, str]:
    """Return the caller's environment, with the checkout's own programs first on PATH."""
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED_VARIABLES}
    environment["PATH"] = f"{paths.VENV_BIN}{os.pathsep}{environment.get('PATH', os.defpath)}"
    environment["VIRTUAL_ENV"] = str(paths.VENV)
    return environment


def build_tool_environment() -> dict[str, str]:
    """Return the caller's environment, with the caches and state of all package clients inside the checkout."""
    cache = paths.CACHE
    environment = {"UV_CACHE_DIR": str(cache / "uv")} | get_caller_environment()
    return environment | {
        "PIP_CACHE_DIR": str(cache / "pip"),
        "npm_config_cache": str(cache / "npm"),
        "pnpm_config_store_dir": str(cache / "pnpm"),
        "XDG_CACHE_HOME": str(cache / "xdg"),
        "XDG_DATA_HOME": str(cache / "xdg-data"),
        "XDG_STATE_HOME": str(cache / "xdg-state"),
        "CI": "true",
    }


def refuse_interruption(code: int) -> None:
    """Raise KeyboardInterrupt if Ctrl-C ended a program, so that it is not reported as a failure of that program."""
    if code in (-signal.SIGINT, 128 + signal.SIGINT):
        raise KeyboardInterrupt


def read_output(description: str, *command: str | Path, **options: Any) -> str:
    """Run a program and return its output. `options` go to subprocess.run. Raises StepError with its errors."""
    completed = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    refuse_interruption(completed.returncode)
    if completed.returncode != 0:
        raise StepError(f"{description}:\n{format_last_lines(completed.stderr)}")
    return str(completed.stdout)


def run_in_terminal(
    *command: str | Path, environment: Mapping[str, str] | None = None, folder: Path = paths.ROOT
) -> int:
    """Run a program whose output goes to the terminal. Returns its exit code.

    If a signal ended the program, the exit code is 128 plus the number of the signal, as in a shell. So the highest
    code of several programs is 0 only if none of them failed.
    """
    code = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
    return code if code >= 0 else 128 - code


def run(description: str, *command: str | Path, log: str, **options: Any) -> None:
    """Run a program whose output goes to the log file `log`. Raises StepError with the end of the log.

    `options` go to subprocess.run. `description` names the program in the failure message.
    """
    file = paths.LOGS / f"{log}.log"
    defaults: dict[str, Any] = {"cwd": paths.ROOT, "env": build_tool_environment(), "stdin": subprocess.DEVNULL}
    with file.open("wb") as output:
        options = defaults | options | {"stdout": output, "stderr": subprocess.STDOUT}
        code = subprocess.run(command, check=False, **options).returncode
    refuse_interruption(code)
    if code != 0:
        raise StepError(f"{description} failed (exit code {code}); the end of {file}:\n{read_last_lines(file)}")
