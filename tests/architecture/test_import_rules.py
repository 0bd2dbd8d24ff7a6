"""The contracts of import-linter in pyproject.toml report forbidden imports and accept allowed ones."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from contracts.services import SERVICES

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
LAYERS_OF_CHASSIS = next(contract["layers"] for contract in CONTRACTS if contract.get("containers") == ["chassis"])
CHASSIS_PARTS = [part.strip() for layer in LAYERS_OF_CHASSIS for part in layer.split("|")]
PACKAGES = (*SERVICES, "contracts", *(f"chassis/{part}" for part in CHASSIS_PARTS))
LAYERS = ("tables", "schemas", "errors", "queries", "service", "handlers", "endpoints", "admin_endpoints")


def check(folder: Path, module: str, text: str) -> subprocess.CompletedProcess[str]:
    """Check packages that are empty except for one module."""
    for package in PACKAGES:
        for place in (folder / package, folder / package / "cars"):
            place.mkdir(parents=True, exist_ok=True)
            (place / "__init__.py").touch()
        for layer in LAYERS:
            (folder / package / "cars" / f"{layer}.py").touch()
    (folder / "chassis" / "__init__.py").touch()
    path = folder / (module.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    program = Path(sys.executable).with_name("lint-imports")
    command: list[str | Path] = [program, "--config", ROOT / "pyproject.toml", "--no-cache"]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("content.cars.service", "from auth.cars import service"),
        ("content.cars.service", "def late():\n    from status.cars import tables"),
        ("chassis.features.cars.service", "from content.cars import tables"),
        ("chassis.web.cars.service", "from chassis.features.cars import tables"),
        ("chassis.web.cars.service", "from chassis.app.cars import tables"),
        ("contracts.cars.service", "from chassis.web.cars import tables"),
        ("chassis.identity.cars.service", "from chassis.web.cars import tables"),
        ("chassis.mail.cars.service", "from chassis.identity.cars import tables"),
        ("chassis.events.cars.service", "from chassis.identity.cars import tables"),
        ("chassis.database.cars.service", "from chassis.events.cars import tables"),
        ("chassis.web.cars.service", "from chassis.testing.cars import tables"),
        ("content.cars.queries", "from content.cars import service"),
        ("content.cars.queries", "from .service import x"),
        ("content.cars.tables", "from . import queries"),
        ("content.cars.schemas", "from content.cars import endpoints"),
        ("content.cars.errors", "from content.cars.schemas import x"),
        ("content.cars.service", "from content.cars.admin_endpoints import x"),
        ("content.cars.handlers", "from content.cars.endpoints import router"),
        ("content.cars.endpoints", "from content.cars.handlers import on"),
        ("content.cars.prices", "from content.cars.endpoints import router"),
        ("content.cars.prices", "from content.cars import handlers"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, module: str, text: str) -> None:
    completed = check(tmp_path, module, text)
    assert completed.returncode == 1, completed.stdout + completed.stderr
    assert "1 broken" in completed.stdout


def test_allowed_imports_pass(tmp_path: Path) -> None:
    lines = (
        "from chassis.web.cars import tables\nfrom contracts.cars import schemas\nfrom content.cars import service\n"
    )
    completed = check(tmp_path, "content.cars.endpoints", lines)
    assert completed.returncode == 0, completed.stdout + completed.stderr


@pytest.mark.parametrize("module", ["content.routes", "content.main"])
def test_the_lists_of_a_service_import_endpoints_and_handlers(tmp_path: Path, module: str) -> None:
    completed = check(tmp_path, module, "from content.cars import endpoints, handlers\n")
    assert completed.returncode == 0, completed.stdout + completed.stderr
