"""A part of the running system: one process under the supervisor, described in a file of its own.

The file holds the command and the environment, so neither the supervisor's configuration nor any command
line ever carries a secret. Its fingerprint shows whether a running process has the current definition.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

from deploy.local import paths
from deploy.local.ports import kind_of
from deploy.local.probes import Probe

DEFINITIONS = paths.RUN / "parts"
PIDS = paths.RUN / "pids"
TEMPLATES = Path(__file__).with_name("templates")
# In the environment of every process of this state folder, so that one without a supervisor is found again.
MARK = "STATE_FOLDER"


@dataclass(frozen=True)
class Part:
    name: str
    command: tuple[str, ...]
    address: str
    ready: Probe
    environment: Mapping[str, str] = field(default_factory=dict)
    # A change of these restarts it: the settings it reads, its configuration, its sources.
    inputs: tuple[str, ...] = ()
    # Written before it starts, readable by the owner only.
    files: tuple[tuple[Path, str], ...] = ()
    folder: Path = paths.ROOT
    user: str | None = None
    stop_signal: str = "TERM"
    # A database's own children must not get the signal that stops their parent.
    signal_group: bool = True
    infrastructure: bool = False

    @property
    def kind(self) -> str:
        return kind_of(self.name)

    @property
    def log(self) -> Path:
        return paths.LOGS / f"{self.name}.log"

    @property
    def definition(self) -> Path:
        return DEFINITIONS / f"{self.name}.json"

    @property
    def pid_file(self) -> Path:
        return PIDS / f"{self.name}.json"

    @property
    def fingerprint(self) -> str:
        text = json.dumps([self.command, self.inputs, [text for _, text in self.files], self.user])
        return hashlib.sha256(text.encode()).hexdigest()

    def write_definition(self) -> None:
        """Write what the launcher will start, and the files it reads."""
        for folder in (DEFINITIONS, PIDS):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = {
            "name": self.name,
            "command": self.command,
            "environment": marked(self.environment),
            "folder": str(self.folder),
            "user": self.user,
            "pid_file": str(self.pid_file),
            "fingerprint": self.fingerprint,
        }
        for file, text in (*self.files, (self.definition, json.dumps(content, indent=1))):
            write_private(file, text)

    def started_fingerprint(self) -> str | None:
        """The fingerprint of the last start."""
        return str(read_json(self.definition).get("fingerprint")) if self.definition.exists() else None

    def starts(self) -> int:
        """How often the supervisor has started it since the last start by command."""
        return int(read_json(self.pid_file).get("starts", 0))


def fill_template(name: str, values: Mapping[str, object]) -> str:
    """A program's own format, from `templates`, with these values in place of `$name`."""
    return Template((TEMPLATES / name).read_text()).substitute(values)


def marked(environment: Mapping[str, str]) -> dict[str, str]:
    return {**environment, MARK: str(paths.VAR)}


def write_private(file: Path, text: str) -> None:
    """Write the file atomically, readable by its owner only."""
    draft = file.with_name(f"{file.name}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as output:
        output.write(text)
    draft.replace(file)


def read_json(file: Path) -> dict[str, Any]:
    """A small record; an absent or half-written one counts as empty."""
    try:
        content = json.loads(file.read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
