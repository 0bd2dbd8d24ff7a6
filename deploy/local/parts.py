"""A part of the running system: one process under the supervisor, described in a file of its own.

The file holds the command and the environment, so neither the supervisor's configuration nor any command
line ever carries a secret. Its fingerprint shows whether a running process has the current definition.
"""

import hashlib
import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import jinja2

from deploy.local import paths
from deploy.local.ports import kind_of, of_kind
from deploy.local.programs import caller_environment
from deploy.local.state import read_json, secret, write_private

DEFINITIONS = paths.RUN / "parts"
PIDS = paths.RUN / "pids"
# In the environment of every process of this state folder, so that one without a supervisor is found again.
MARK = "STATE_FOLDER"

# The templates are of YAML and of programs' own formats, never of HTML.
_templates = jinja2.Environment(  # noqa: S701
    loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
# A JSON string is one in YAML and in NATS' format, too, so any text is quoted safely.
_templates.filters["quoted"] = partial(json.dumps, ensure_ascii=False)
_templates.filters["shell"] = lambda words: shlex.join(map(str, words))
_templates.globals |= {"paths": paths, "of_kind": of_kind, "secret": secret}
_templates.globals["given"] = lambda name, default="": os.environ.get(name) or default


@dataclass(frozen=True)
class Part:
    """The fields are described in `templates/parts.yaml`; the caller's environment is added to the settings."""

    name: str
    command: Sequence[str]
    address: str
    ready: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    inputs: Sequence[str] = ()
    # Written before it starts, readable by the owner only: texts by their paths.
    files: Mapping[str, str] = field(default_factory=dict)
    folder: str = str(paths.ROOT)
    user: str = ""
    stop_signal: str = "TERM"
    signal_group: str = "true"

    @property
    def kind(self) -> str:
        return kind_of(self.name)

    @property
    def probe(self) -> str:
        """The address that shows whether it can be used."""
        return self.ready or self.address

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
        text = json.dumps([self.command, self.settings, self.inputs, list(self.files.values()), self.user])
        return hashlib.sha256(text.encode()).hexdigest()

    def write_definition(self) -> None:
        """Write what the launcher will start, and the files it reads."""
        for folder in (DEFINITIONS, PIDS):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = {
            "command": self.command,
            "environment": marked(caller_environment() | dict(self.settings)),
            "folder": self.folder,
            "user": self.user,
            "pid_file": str(self.pid_file),
            "fingerprint": self.fingerprint,
        }
        self.write_files()
        write_private(self.definition, json.dumps(content, indent=1))

    def write_files(self) -> None:
        for file, text in self.files.items():
            write_private(Path(file), text)

    def is_stale(self) -> bool:
        """Whether its last start, if any, was with another definition."""
        return read_json(self.definition).get("fingerprint") != self.fingerprint

    def starts(self) -> int:
        """How often the supervisor has started it since the last start by command."""
        return int(read_json(self.pid_file).get("starts", 0))


def fill_template(template: str, /, **values: object) -> str:
    """A file of `templates` with these values; `given` is a setting of the caller's environment, or its default."""
    return _templates.get_template(template).render(values)


def marked(environment: Mapping[str, str]) -> dict[str, str]:
    return {**environment, MARK: str(paths.VAR)}
