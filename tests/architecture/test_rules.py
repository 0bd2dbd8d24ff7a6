"""Each rule reports a violation and accepts correct code."""

import subprocess
import sys
from pathlib import Path

import pytest
from contracts.services import SERVICES

from tests.architecture.documented_tests import find_missing_names, find_stale_commands, find_stale_names
from tests.architecture.rules import (
    RULES,
    SERVICE_FILES,
    Rule,
    find_commits,
    find_foreign_imports_in_tests,
    find_misplaced_admin_routes,
    find_misplaced_selects,
    find_missing_service_files,
    find_undeclared_refusals,
    find_unlisted_services,
    find_untyped_routes,
    find_vague_names,
)
from tests.architecture.sources import Source

ROOT = Path(__file__).resolve().parents[2]
FEATURE = "services/content/src/content/cars/{}.py"

VIOLATIONS = [
    (find_foreign_imports_in_tests, "services/content/tests/test_cars.py", "from auth import factories"),
    (find_commits, FEATURE.format("service"), "async def f(db):\n    await db.commit()"),
    (find_commits, "services/auth/src/auth/seed.py", "def f(db):\n    db.rollback()"),
    (find_vague_names, "services/content/src/content/utils/text.py", ""),
    (find_vague_names, "services/content/src/content/helpers.py", ""),
    (find_untyped_routes, FEATURE.format("endpoints"), '@router.get("")\nasync def list_cars() -> Any: ...'),
    (find_untyped_routes, FEATURE.format("endpoints"), '@router.post("")\ndef add_car() -> dict[str, str]: ...'),
    (find_untyped_routes, FEATURE.format("endpoints"), '@admin.patch("/{id}")\nasync def change_car(): ...'),
    (find_misplaced_admin_routes, FEATURE.format("endpoints"), 'admin = APIRouter(prefix="/api/content/admin/cars")'),
    (
        find_misplaced_admin_routes,
        FEATURE.format("endpoints"),
        '@router.get("/content/admin/cars")\nasync def list_all() -> Cars: ...',
    ),
    (find_misplaced_selects, FEATURE.format("service"), "async def f(db):\n    return await db.scalars(select(Car))"),
    (
        find_undeclared_refusals,
        FEATURE.format("service"),
        "@raises(NotFound)\ndef sell(car):\n    raise CarSold(id=car.id)",
    ),
]
ALLOWED_SOURCES = [
    (
        find_foreign_imports_in_tests,
        "services/content/tests/test_cars.py",
        "from chassis.events import outbox\nfrom content.cars import service",
    ),
    (
        find_foreign_imports_in_tests,
        "tests/contract/test_events.py",
        "from auth.main import build\nfrom content.main import build",
    ),
    (find_commits, "services/chassis/src/chassis/database/session.py", "async def f(db):\n    await db.commit()"),
    (find_commits, FEATURE.format("service"), "async def f(db):\n    await db.flush()"),
    (
        find_undeclared_refusals,
        FEATURE.format("service"),
        "@raises(NotFound, CarSold)\ndef sell(car):\n    raise CarSold",
    ),
    (find_undeclared_refusals, FEATURE.format("service"), "def sell(car):\n    raise CarSold"),
    (
        find_misplaced_admin_routes,
        FEATURE.format("admin_endpoints"),
        'router = APIRouter(prefix="/api/content/admin/cars")',
    ),
    (find_misplaced_admin_routes, FEATURE.format("endpoints"), 'router = APIRouter(prefix="/api/cars")'),
    (
        find_misplaced_admin_routes,
        FEATURE.format("endpoints"),
        '@router.get("/{id}")\nasync def read_car() -> Car: ...',
    ),
    (find_misplaced_selects, FEATURE.format("service"), "async def f(db):\n    return await queries.list_cars(db)"),
    (find_misplaced_selects, FEATURE.format("queries"), "async def f(db):\n    return await db.scalars(select(Car))"),
    (
        find_misplaced_admin_routes,
        "services/auth/src/auth/administration/endpoints.py",
        'router = APIRouter(prefix="/api/auth/admin")',
    ),
    (find_vague_names, "services/content/src/content/commonwealth/cars.py", ""),
    (find_untyped_routes, FEATURE.format("endpoints"), '@router.get("")\nasync def list_cars() -> CarList: ...'),
    (
        find_untyped_routes,
        FEATURE.format("endpoints"),
        '@router.get("")\nasync def confirm() -> LinkAnswer | Response: ...',
    ),
    (find_untyped_routes, FEATURE.format("service"), "@cache\ndef labels() -> dict[str, str]: ..."),
]


@pytest.mark.parametrize(("rule", "path", "text"), VIOLATIONS)
def test_violation_is_reported(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source(path, text)))


@pytest.mark.parametrize(("rule", "path", "text"), ALLOWED_SOURCES)
def test_correct_code_is_accepted(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source(path, text))) == []


def test_every_rule_has_a_violation_in_this_test() -> None:
    assert {rule for rule, _, _ in VIOLATIONS} == set(RULES)


def test_every_service_has_the_same_top_level_files() -> None:
    files = [f"services/status/{name.format(service='status')}" for name in SERVICE_FILES]
    assert list(find_missing_service_files("status", [*files, "services/status/src/status/fields.py"])) == []
    without = [path for path in files if not path.endswith("/runtime.py")]
    [finding] = find_missing_service_files("status", without)
    assert finding.startswith("services/status/src/status/runtime.py: ")


def test_list_of_services_names_their_folders() -> None:
    folders = list(SERVICES)
    assert list(find_unlisted_services(folders)) == []
    assert len(list(find_unlisted_services([*folders, "delivery"]))) == 1
    assert len(list(find_unlisted_services(folders[1:]))) == 1


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("DTZ005", "datetime.datetime.now()"),
        ("DTZ003", "datetime.datetime.utcnow()"),
        ("DTZ001", "datetime.datetime(2026, 1, 1)"),
        ("T201", "print(1)"),
    ],
)
def test_ruff_reports_naive_times_and_prints(code: str, line: str) -> None:
    """The settings of ruff enable these rules."""
    command: list[str | Path] = [
        Path(sys.executable).parent / "ruff",
        "check",
        "--stdin-filename",
        FEATURE.format("service"),
        "-",
    ]
    text = f"import datetime\n\n{line}\n"
    completed = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, text=True, check=False)
    assert code in completed.stdout


def test_names_in_security_documents_must_exist() -> None:
    tests = [
        Source(
            "services/auth/tests/test_login.py",
            "class TestLogin:\n    def test_lock(self): ...\ndef test_refusals(): ...",
        ),
        Source("services/auth/tests/test_reset.py", "class TestReset:\n    def test_refusals(self): ..."),
        Source("services/auth/src/auth/login/service.py", ""),
    ]
    correct = (
        "`test_lock`, `TestLogin`, `TestReset.test_refusals`, `test_login.py`, `login/service.py`, `login/`, `Origin`"
    )
    assert list(find_missing_names("a", correct, tests, ROOT)) == []
    for wrong in ("`test_look`", "`TestLogin.test_refusals`", "`test_refusals`", "`login/queries.py`", "`signup/`"):
        assert list(find_missing_names("a", wrong, tests, ROOT)), wrong


def test_names_in_documents_must_exist() -> None:
    files = {"services/chassis/src/chassis/app.py", "docs/limits.md"}
    tests = {"test_backlog", "TestLogin", "test_lock"}
    correct = "`chassis/app.py`, `limits.md`, `test_backlog`, `TestLogin.test_lock`, `a/*.py`\n```\n`none.py`\n```"
    assert list(find_stale_names("docs/a.md", correct, files, tests, ROOT)) == []
    modules = "`chassis.app`, `chassis.app.create_app`, `auth.user.registered`"
    assert list(find_stale_names("docs/a.md", modules, files, tests, ROOT)) == []
    for wrong in ("`chassis/door.py`", "`test_look`", "`TestLogin.test_look`", "`chassis.door.Door`"):
        assert list(find_stale_names("docs/a.md", wrong, files, tests, ROOT)), wrong


def test_commands_in_documents_must_exist() -> None:
    makefile = "up down: ## Start\nup: ## Start the system\nnew-service: ## Write a service\n"
    correct = "`make up`, `PORT=9090 make up`, `make new-service NAME=garage`, `.venv/bin/pytest`"
    assert list(find_stale_commands("docs/a.md", correct, makefile)) == []
    assert list(find_stale_commands("docs/a.md", "`make deploy VERSION=1`", makefile)) == [
        "docs/a.md: there is no make deploy"
    ]
