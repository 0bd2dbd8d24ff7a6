"""docs/limits.md has a limit for every writing route that is not restricted to administrators."""

import json
import re
from pathlib import Path

import yaml
from contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[2]
WRITING_METHODS = {"post", "put", "patch", "delete"}
ROW = re.compile(r"^\| `([A-Z]+ /\S+)` \| (\S.*) \|$", re.MULTILINE)


def list_writing_routes(service: str) -> set[str]:
    paths = json.loads((ROOT / "docs" / "openapi" / f"{service}.json").read_text())["paths"]
    access = yaml.safe_load((ROOT / "services" / service / "tests" / "authorization.yaml").read_text())
    routes = {
        f"{method.upper()} {path}" for path, item in paths.items() for method in item if method in WRITING_METHODS
    }
    return {route for route in routes if access.get(route) != "admin"}


def test_every_writing_route_has_a_row() -> None:
    routes = {route for service in SERVICES for route in list_writing_routes(service)}
    rows = [route for route, _ in ROW.findall((ROOT / "docs" / "limits.md").read_text())]
    assert routes - set(rows) == set()
    assert set(rows) - routes == set()
    assert len(rows) == len(set(rows))
