"""The compose files as Python values: docker-compose.yml with what it includes, and production.yml."""

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "compose"


class ComposeLoader(yaml.SafeLoader):
    """YAML loader that reads Compose's tags !override and !reset as plain values."""


def construct_plain(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    assert isinstance(node, yaml.MappingNode)
    return loader.construct_mapping(node, deep=True)


for tag in ("!override", "!reset"):
    ComposeLoader.add_constructor(tag, construct_plain)


def read(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(file.read_text(), ComposeLoader)  # noqa: S506 - a safe loader
    return document


MAIN_FILE = read(ROOT / "docker-compose.yml")
INCLUDED_FILES = [ROOT / entry["path"] for entry in MAIN_FILE["include"]]
FILES = [ROOT / "docker-compose.yml", *INCLUDED_FILES]
# The `env_file` of every container that runs one of our images.
ENV_FILES = [{"path": "${ENV_FILE:-.env}", "required": False}, "deploy/compose/settings.env"]
GATEWAY_ENV_FILE = "deploy/compose/gateway.env"
GATEWAY_SETTINGS = {line for line in (ROOT / GATEWAY_ENV_FILE).read_text().splitlines() if not line.startswith("#")}
SETTINGS = dict(
    line.split("=", 1) for line in (FOLDER / "settings.env").read_text().splitlines() if not line.startswith("#")
)


def merge_settings(service: dict[str, Any]) -> dict[str, Any]:
    """Return the container with the settings of its env files in its environment, as Compose merges them."""
    if service.get("env_file") != ENV_FILES:
        return service
    return service | {"environment": SETTINGS | service.get("environment", {})}


# All containers of the compose files.
SERVICES: dict[str, dict[str, Any]] = {
    name: merge_settings(service) for file in FILES for name, service in read(file)["services"].items()
}
VOLUMES = {name for file in FILES for name in read(file).get("volumes", {})}
PRODUCTION: dict[str, dict[str, Any]] = read(FOLDER / "production.yml")["services"]
EXAMPLE = (FOLDER / "production.env.example").read_text()
# Containers that do one task and end: before others start, or when an operator runs them.
CONTAINERS_THAT_END = {name for name in SERVICES if name.endswith("-prepare")} | {
    "pages",
    "secrets",
    "gateway-files",
    "declare-streams",
    "alerting",
}
