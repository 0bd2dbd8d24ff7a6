"""`make new-service` and `make new-feature`: working sources to change, in the shape that all services have."""

import os
import re
from pathlib import Path
from string import Template

from deploy.local import paths
from deploy.local.console import Failed, print_line
from deploy.local.programs import output_of

SKELETONS = Path(__file__).parent
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
# The same in every service but for its name.
MODEL = "calculator"
COPIED = ("Dockerfile", "migrations/env.py", "migrations/script.py.mako")
PERMISSIONS = {"auth": "users:administer"}


def new_service() -> None:
    """NAME=garage: a service without a feature yet."""
    name = os.environ.get("NAME", "")
    add_service(paths.CHECKOUT, name)
    print_line(f"services/{name} is there. Next: make new-feature SERVICE={name} NAME=..., docs/adding-a-service.md.")


def new_feature() -> None:
    """SERVICE=garage NAME=repairs: a folder, a table, its migration, routes, rows of authorization, a test."""
    service = os.environ.get("SERVICE", "")
    name = os.environ.get("NAME", "")
    add_feature(paths.CHECKOUT, service, name)
    print_line(f"services/{service}/src/{service}/{name} is there. Next: make codegen, docs/adding-a-feature.md.")


def add_service(root: Path, name: str) -> None:
    """Write the sources of a service and list it. Raises Failed for a bad or taken name."""
    folder = root / "services" / name
    if not NAME.fullmatch(name) or folder.exists():
        raise Failed("NAME must be a new lowercase name, such as garage")
    for source in sorted((SKELETONS / "service").rglob("*.txt")):
        path = source.relative_to(SKELETONS / "service").with_suffix("")
        target = folder / "src" / name / path.relative_to("src") if path.parts[0] == "src" else folder / path
        _write(source, target, {"service": name, "SERVICE": name.upper()})
    for copied in COPIED:
        (folder / copied).parent.mkdir(exist_ok=True)
        (folder / copied).write_text((root / "services" / MODEL / copied).read_text().replace(MODEL, name))
    _list_service(root, name)
    _migrate(root, name, "Initial tables")
    _write(SKELETONS / "partitions.py.txt", folder / "migrations/versions/0002_partition_tables_by_time.py", {})
    # The place of an import of the service follows from its name.
    _tidy(folder)


def add_feature(root: Path, service: str, name: str) -> None:
    """Write the sources of a feature, its migration, its rows and its test. Raises Failed for a bad or taken name."""
    package = root / "services" / service / "src" / service
    if not NAME.fullmatch(service) or not package.joinpath("routes.py").exists():
        raise Failed("SERVICE must be a service")
    if not NAME.fullmatch(name) or not name.endswith("s") or package.joinpath(name).exists():
        raise Failed("NAME must be a new lowercase plural, such as repairs")
    row = name.removesuffix("s")
    values = {"service": service, "feature": name, "path": name.replace("_", "-"), "row": row}
    values["Row"] = "".join(word.capitalize() for word in row.split("_"))
    values["permission"] = PERMISSIONS.get(service, f"{service}:administer")
    for source in sorted((SKELETONS / "feature").glob("*.txt")):
        is_test = source.name.startswith("test_")
        target = root / "services" / service / "tests" / name if is_test else package / name
        _write(source, target / source.stem, values)
    _add_routers(package / "routes.py", service, name)
    _add_rows(
        root / "services" / service / "tests" / "authorization.yaml",
        f"GET /api/{service}/{values['path']}: public",
        f"POST /api/{service}/admin/{values['path']}: admin",
    )
    _migrate(root, service, f"Add {name.replace('_', ' ')}")
    _tidy(package)


def _write(source: Path, target: Path, values: dict[str, str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(Template(source.read_text()).substitute(values))


def _list_service(root: Path, name: str) -> None:
    """The list of services, the module of its events, the permission of its administrators, the rules of imports."""
    contracts = root / "services/contracts/src/contracts"
    project = root / "pyproject.toml"
    (contracts / f"{name}.py").write_text(f'"""Events published by the {name} service."""\n')
    _edit(contracts / "services.py", r'(SERVICES: .* = \("auth"(?:, "\w+")*)\)', rf'\1, "{name}")')
    _edit(contracts / "permissions.py", r"\n}\n\Z", f'\n    "{name}:administer": frozenset({{"admin"}}),\n}}\n')
    _edit(project, r'(root_packages = \["auth"(?:, "\w+")*), "chassis"', rf'\1, "{name}", "chassis"')
    _edit(project, r'(layers = \["auth \|[^"]*)"', rf'\1 | {name}"')
    _edit(project, r'(ancestors = \["auth"(?:, "\w+")*)\]', rf'\1, "{name}"]')


def _edit(file: Path, pattern: str, replacement: str) -> None:
    text, count = re.subn(pattern, replacement, file.read_text())
    if count != 1:
        raise Failed(f"{file.name} has not the expected form")
    file.write_text(text)


def _add_routers(routes: Path, service: str, name: str) -> None:
    """The imports behind the last one, and the routers at the end of the list."""
    lines = routes.read_text().rstrip().splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("from "))
    lines[last + 1 : last + 1] = [
        f"from {service}.{name}.admin_endpoints import router as admin_{name}",
        f"from {service}.{name}.endpoints import router as {name}",
    ]
    routes.write_text("\n".join([*lines, f"ROUTERS += [{name}, admin_{name}]", ""]))


def _add_rows(table: Path, *rows: str) -> None:
    """Rows of authorization, in the order of their paths."""
    lines = table.read_text().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    entries = sorted([*(line for line in lines if not line.startswith("#")), *rows], key=lambda row: row.split()[1::-1])
    table.write_text("\n".join([*comments, *entries, ""]))


def _migrate(root: Path, service: str, message: str) -> None:
    """Alembic writes the revision from the difference of tables and migrations, on a temporary database."""
    versions = root / "services" / service / "migrations" / "versions"
    versions.mkdir(exist_ok=True)
    sources = [str(root / "services" / name / "src") for name in (service, "contracts")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sources)}
    command = (paths.PYTHON, "-m", "chassis.testing.migrations", service, "--autogenerate", message)
    output_of("the migration", *command, cwd=root, env=environment)
    _tidy(versions)


def _tidy(folder: Path) -> None:
    """What Alembic and the templates write, in this project's style; `pyproject.toml` is found from the folder."""
    for words in (("check", "--fix-only", "-q"), ("format", "-q")):
        output_of("ruff", paths.VENV_BIN / "ruff", *words, folder)
