"""A part of the running system: one process under the supervisor, described by a separate definition file.

The definition holds the command and the environment. So no secret appears in the supervisor's configuration or in a
command line. A fingerprint shows whether a running process was started with the current definition.
"""

import hashlib
import json
import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import jinja2

from deploy.local import paths
from deploy.local.ports import get_kind, list_replicas
from deploy.local.programs import get_caller_environment
from deploy.local.state import get_secret, read_json, write_private

DEFINITIONS = paths.RUN / "parts"
PIDS = paths.RUN / "pids"
# Every process of this state folder has this environment variable, by which processes without a supervisor are found.
STATE_FOLDER_VARIABLE = "STATE_FOLDER"

# No template produces HTML, so nothing needs HTML escaping.
_templates = jinja2.Environment(  # noqa: S701
    loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
# A JSON string is also a string in YAML and in the format of NATS, so it quotes any text safely.
_templates.filters["quoted"] = partial(json.dumps, ensure_ascii=False)


def quote_for_shell(words: Iterable[object]) -> str:
    return shlex.join(str(word) for word in words)


def read_caller_setting(name: str, default: object = "") -> object:
    """Return a variable of the caller's environment, or the default if it is missing or empty."""
    return os.environ.get(name) or default


_templates.filters["shell"] = quote_for_shell
_templates.globals |= {"paths": paths, "list_replicas": list_replicas, "secret": get_secret}
_templates.globals["caller_setting"] = read_caller_setting


@dataclass(frozen=True)
class Part:
    """One part. `templates/parts.yaml` describes the fields. The caller's environment is added to `settings`."""

    name: str
    command: Sequence[str]
    address: str
    ready: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    inputs: Sequence[str] = ()
    # Files that the part reads, by path. They are written before it starts and readable by the owner only.
    files: Mapping[str, str] = field(default_factory=dict)
    folder: str = str(paths.ROOT)
    user: str = ""
    stop_signal: str = "TERM"
    signal_group: str = "true"

    @property
    def kind(self) -> str:
        return get_kind(self.name)

    @property
    def probe(self) -> str:
        """Address whose answer shows whether the part is ready."""
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
        """Write the definition that the launcher reads, and the files of the part."""
        for folder in (DEFINITIONS, PIDS):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = {
            "command": self.command,
            "environment": mark_environment(get_caller_environment() | dict(self.settings)),
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
        """Return True if the part was never started, or was last started with another definition."""
        return read_json(self.definition).get("fingerprint") != self.fingerprint

    def count_starts(self) -> int:
        """Return the number of starts by the supervisor since the part was last started by a command."""
        return int(read_json(self.pid_file).get("starts", 0))


def fill_template(template: str, /, **values: object) -> str:
    """Render a file of `templates`. In it, `caller_setting(name, default)` reads the caller's environment."""
    return _templates.get_template(template).render(values)


def mark_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with the variable that names this state folder."""
    return {**environment, STATE_FOLDER_VARIABLE: str(paths.VAR)}
