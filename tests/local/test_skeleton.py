"""`make new-service` and `make new-feature` write code with correct style, architecture, migrations and tests."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deploy.local.console import Failed
from deploy.skeletons import write as skeleton
from tests.architecture.rules import RULES, different_dockerfiles, incomplete_service
from tests.architecture.sources import Source

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with a new service `garage`, which has a feature."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copy(ROOT / "pyproject.toml", root)
    ignored = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("contracts", "calculator", "status"):
        shutil.copytree(ROOT / "services" / name, root / "services" / name, ignore=ignored)
    skeleton.add_service(root, "garage")
    skeleton.add_feature(root, "garage", "repairs")
    return root


def run(root: Path, *command: str) -> None:
    """Run a program that imports the packages of the copy instead of the installed ones."""
    sources = [str(folder) for folder in sorted((root / "services").glob("*/src"))]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sources])}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_a_new_service_has_the_style_and_the_shape_of_the_others(checkout: Path) -> None:
    run(checkout, str(PROGRAMS / "ruff"), "check", "services")
    run(checkout, str(PROGRAMS / "ruff"), "format", "--check", "services")
    run(checkout, str(PROGRAMS / "lint-imports"), "--no-cache")
    run(checkout, sys.executable, "-m", "contracts.asyncapi")
    folder = checkout / "services" / "garage"
    files = [path.relative_to(checkout) for path in folder.rglob("*") if path.is_file()]
    sources = [Source(str(path), (checkout / path).read_text()) for path in files if path.suffix == ".py"]
    assert [finding for source in sources for rule in RULES for finding in rule(source)] == []
    assert list(incomplete_service("garage", [str(path) for path in files])) == []
    dockerfiles = {name: (checkout / "services" / name / "Dockerfile").read_text() for name in ("garage", "status")}
    assert list(different_dockerfiles(dockerfiles)) == []


def test_a_new_service_depends_on_the_shared_packages_that_exist(checkout: Path) -> None:
    project = tomllib.loads((checkout / "services" / "garage" / "pyproject.toml").read_text())
    shared = project["tool"]["uv"]["sources"]
    assert set(project["project"]["dependencies"]) == set(shared)
    assert [name for name in shared if not (ROOT / "services" / name / "pyproject.toml").exists()] == []


def test_the_tests_of_a_new_service_pass(checkout: Path) -> None:
    run(checkout, sys.executable, "-m", "pytest", "services/garage/tests")


def test_the_migration_of_a_new_feature_makes_its_table_and_changes_no_other(checkout: Path) -> None:
    versions = checkout / "services" / "garage" / "migrations" / "versions"
    names = ["0001_initial_tables.py", "0002_partition_tables_by_time.py", "0003_add_repairs.py"]
    assert sorted(path.name for path in versions.glob("*.py")) == names
    upgrade = (versions / "0003_add_repairs.py").read_text().split("def downgrade")[0]
    assert re.findall(r"op\.(\w+)\(\s*\"(\w+)\"", upgrade) == [("create_table", "repairs")]


@pytest.mark.parametrize("name", ["", "Garage", "garage-two", "status", "../garage"])
def test_an_impossible_name_of_a_service_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(Failed, match="NAME must be"):
        skeleton.add_service(checkout, name)


@pytest.mark.parametrize(("service", "name"), [("contracts", "repairs"), ("status", "repair"), ("status", "incidents")])
def test_an_impossible_feature_is_refused(checkout: Path, service: str, name: str) -> None:
    with pytest.raises(Failed, match="must be"):
        skeleton.add_feature(checkout, service, name)
