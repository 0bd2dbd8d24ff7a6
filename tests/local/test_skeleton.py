"""`make new-service` and `make new-feature` write code with correct style, architecture, migrations and tests."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deploy.local.console import StepError
from deploy.skeletons import write as skeleton
from tests.architecture.rules import RULES, find_missing_service_files
from tests.architecture.sources import Source

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def checkout_with_new_service(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with a new service `garage`, whose tests have passed before it has a feature."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(ROOT / "deploy" / "nats", root / "deploy" / "nats")
    ignore_patterns = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("contracts", "calculator", "status"):
        shutil.copytree(ROOT / "services" / name, root / "services" / name, ignore=ignore_patterns)
    skeleton.add_service(root, "garage")
    run(root, sys.executable, "-m", "pytest", "services/garage/tests")
    return root


@pytest.fixture(scope="module")
def checkout(checkout_with_new_service: Path) -> Path:
    """The copy after two features were added to the new service."""
    root = checkout_with_new_service
    skeleton.add_feature(root, "garage", "repairs", row="repair")
    skeleton.add_feature(root, "garage", "part_searches", row=skeleton.make_singular("part_searches"))
    return root


def run(root: Path, *command: str) -> None:
    """Run a program that imports the packages of the copy instead of the installed ones."""
    sources = [str(folder) for folder in sorted((root / "services").glob("*/src"))]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sources])}
    completed = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout[-3000:] + completed.stderr[-3000:]


def test_a_new_service_has_the_style_and_the_shape_of_the_others(checkout: Path) -> None:
    run(checkout, str(PROGRAMS / "ruff"), "check", "services")
    run(checkout, str(PROGRAMS / "ruff"), "format", "--check", "services")
    run(checkout, str(PROGRAMS / "lint-imports"), "--no-cache")
    run(checkout, sys.executable, "-m", "contracts.asyncapi")
    folder = checkout / "services" / "garage"
    files = [path.relative_to(checkout) for path in folder.rglob("*") if path.is_file()]
    sources = [Source(str(path), (checkout / path).read_text()) for path in files if path.suffix == ".py"]
    assert [finding for source in sources for rule in RULES for finding in rule(source)] == []
    assert list(find_missing_service_files("garage", [str(path) for path in files])) == []


def test_a_new_service_depends_on_the_shared_packages_that_exist(checkout: Path) -> None:
    project = tomllib.loads((checkout / "services" / "garage" / "pyproject.toml").read_text())
    shared_sources = project["tool"]["uv"]["sources"]
    assert set(project["project"]["dependencies"]) == set(shared_sources)
    assert [name for name in shared_sources if not (ROOT / "services" / name / "pyproject.toml").exists()] == []


def test_the_tests_of_a_new_service_pass(checkout: Path) -> None:
    run(checkout, sys.executable, "-m", "pytest", "services/garage/tests")


def test_the_migration_of_a_new_feature_makes_its_table_and_changes_no_other(checkout: Path) -> None:
    versions = checkout / "services" / "garage" / "migrations" / "versions"
    added_files = ["0003_add_repairs.py", "0004_add_part_searches.py"]
    assert sorted(path.name for path in versions.glob("000[34]*.py")) == added_files
    upgrade = (versions / "0003_add_repairs.py").read_text().split("def downgrade")[0]
    assert re.findall(r"op\.(\w+)\(\s*\"(\w+)\"", upgrade) == [("create_table", "repairs")]
    assert "###" not in upgrade


def test_a_new_service_may_use_only_its_own_nats_subjects(checkout: Path) -> None:
    users = (checkout / "deploy" / "nats" / "users.conf").read_text()
    block = users.partition("user: garage\n")[2]
    assert '"events.garage.>"' in block
    assert "password: $NATS_GARAGE_PASSWORD" in block
    assert "status" not in block
    assert users.count("{") == users.count("}")


def test_the_routers_of_new_features_are_in_the_one_list_of_routers(checkout: Path) -> None:
    routes = (checkout / "services" / "garage" / "src" / "garage" / "routes.py").read_text()
    listed_routers = routes.partition("ROUTERS: list[APIRouter] = [")[2].partition("]")[0]
    names = ["repairs", "admin_repairs", "part_searches", "admin_part_searches"]
    assert [name.strip() for name in listed_routers.split(",")] == [*names, ""]


@pytest.mark.parametrize("name", ["", "Garage", "garage-two", "status", "../garage"])
def test_an_impossible_name_of_a_service_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(StepError, match="NAME must be"):
        skeleton.add_service(checkout, name)


@pytest.mark.parametrize(
    ("service", "name"), [("contracts", "repairs"), ("status", "equipment"), ("status", "incidents")]
)
def test_an_impossible_feature_is_refused(checkout: Path, service: str, name: str) -> None:
    with pytest.raises(StepError, match="must be"):
        skeleton.add_feature(checkout, service, name, row=skeleton.make_singular(name))


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("repairs", "repair"),
        ("searches", "search"),
        ("policies", "policy"),
        ("boxes", "box"),
        ("addresses", "address"),
        ("courses", "course"),
        ("access", "access"),
    ],
)
def test_a_row_is_named_by_the_singular(plural: str, singular: str) -> None:
    assert skeleton.make_singular(plural) == singular


def test_a_new_feature_names_one_row_by_the_singular(checkout: Path) -> None:
    package = checkout / "services" / "garage" / "src" / "garage" / "part_searches"
    assert "class PartSearch(Entity, table=True)" in (package / "tables.py").read_text()
    assert "async def create_part_search(" in (package / "service.py").read_text()


def test_a_new_feature_keeps_the_order_of_the_other_rows_of_authorization(tmp_path: Path) -> None:
    table = tmp_path / "authorization.yaml"
    before = ["# Who may call each operation.", "GET /api/b: public", "GET /api/z: public", "GET /api/a: public"]
    table.write_text("\n".join([*before, ""]))
    skeleton._add_rows(table, "GET /api/c: public", "POST /api/admin/c: admin", "GET /api/0: public")
    added_rows = ["GET /api/0: public", "GET /api/b: public", "GET /api/c: public", "GET /api/z: public"]
    assert table.read_text().splitlines() == [before[0], *added_rows, "GET /api/a: public", "POST /api/admin/c: admin"]
