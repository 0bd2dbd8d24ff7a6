"""`make new-service` and `make new-feature`: write working sources in the structure that all services share."""

import os
import re
from pathlib import Path
from string import Template

from deploy.local import bootstrap, paths
from deploy.local.console import StepError, print_line
from deploy.local.programs import read_output

SKELETONS = Path(__file__).parent
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
# A new service gets copies of these files of MODEL, which differ between services only in the name.
MODEL = "calculator"
COPIED_FILES = ("migrations/env.py", "migrations/script.py.mako")
# A service whose user of NATS has the permissions that every service needs, and no others.
MODEL_USER = "status"
# Every service answers erasures and exports (docs/decisions/0161).
COMMON_SUBSCRIPTIONS = '"auth.export.requested", "auth.user.erased"'
# The permission of a service's administrators where its name is not `<service>:administer`.
PERMISSIONS = {"auth": "users:administer"}


def new_service() -> None:
    """Write a service without features. NAME is its name, such as garage."""
    name = os.environ.get("NAME", "")
    add_service(paths.CHECKOUT, name)
    bootstrap.link_packages([paths.SERVICES_FOLDER / name])
    print_line(f"services/{name} is written. Next: make new-feature SERVICE={name} NAME=...; docs/adding-a-service.md.")


def new_feature() -> None:
    """Write a feature: a table with its migration, routes, rows of authorization, and a test.

    SERVICE is the service, such as garage. NAME is the feature in the plural, such as repairs. ROW is its singular, for
    plurals that `make_singular` does not know: NAME=caches ROW=cache.
    """
    service = os.environ.get("SERVICE", "")
    name = os.environ.get("NAME", "")
    add_feature(paths.CHECKOUT, service, name, row=os.environ.get("ROW") or make_singular(name))
    print_line(f"services/{service}/src/{service}/{name} is written. Next: make codegen; docs/adding-a-feature.md.")


def add_service(root: Path, name: str) -> None:
    """Write the sources of a service and add it to the lists of services. Raises StepError for a bad or taken name."""
    folder = root / "services" / name
    if not NAME.fullmatch(name) or folder.exists():
        raise StepError("NAME must be a new lowercase name, such as garage")

    for source in sorted((SKELETONS / "service").rglob("*.txt")):
        path = source.relative_to(SKELETONS / "service").with_suffix("")
        is_module = path.parts[0] == "src"
        target = folder / "src" / name / path.relative_to("src") if is_module else folder / path
        class_name = "".join(word.capitalize() for word in name.split("_"))
        _write(source, target, {"service": name, "SERVICE": name.upper(), "Service": class_name})

    for copied_file in COPIED_FILES:
        (folder / copied_file).parent.mkdir(exist_ok=True)
        (folder / copied_file).write_text((root / "services" / MODEL / copied_file).read_text().replace(MODEL, name))

    _add_to_lists(root, name)
    _migrate(root, name, "Initial tables")
    _write(SKELETONS / "partitions.py.txt", folder / "migrations/versions/0002_partition_tables_by_time.py", {})
    # The order of imports depends on the name of the service.
    _format_sources(folder)


def make_singular(name: str) -> str:
    """Return the singular of a regular English plural: `searches` is `search`, `policies` is `policy`.

    A name that is not such a plural is returned unchanged.
    """
    if name.endswith("ies"):
        return name.removesuffix("ies") + "y"
    if name.endswith(("ches", "shes", "sses", "xes")):
        return name.removesuffix("es")
    if name.endswith("ss"):
        return name
    return name.removesuffix("s")


def add_feature(root: Path, service: str, name: str, *, row: str) -> None:
    """Write a feature's sources, migration, rows of authorization and test. `name` is the plural, `row` the singular.

    Raises StepError for a wrong or taken name.
    """
    package = root / "services" / service / "src" / service
    if not NAME.fullmatch(service) or not package.joinpath("routes.py").exists():
        raise StepError("SERVICE must be a service")
    if not NAME.fullmatch(name) or package.joinpath(name).exists():
        raise StepError("NAME must be a new lowercase plural, such as repairs")
    if not NAME.fullmatch(row) or row == name:
        raise StepError(f"ROW must be the singular of {name}, such as repair")

    values = {"service": service, "feature": name, "path": name.replace("_", "-"), "row": row}
    values["row_text"] = row.replace("_", " ")
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
    _format_sources(package)


def _write(source: Path, target: Path, values: dict[str, str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(Template(source.read_text()).substitute(values))


def _add_to_lists(root: Path, name: str) -> None:
    """Add the service wherever services are listed: contracts, permissions, import rules and users of NATS."""
    contracts = root / "services/contracts/src/contracts"
    project = root / "pyproject.toml"
    (contracts / f"{name}.py").write_text(f'"""Events published by the {name} service."""\n')
    _edit(contracts / "services.py", r'(SERVICES: .* = \("auth"(?:, "\w+")*)\)', rf'\1, "{name}")')
    _edit(contracts / "permissions.py", r"\n}\n\Z", f'\n    "{name}:administer": frozenset({{"admin"}}),\n}}\n')
    _edit(contracts / "subscriptions.py", r"\n}\n", f'\n    "{name}": ({COMMON_SUBSCRIPTIONS}),\n}}\n')
    _edit(project, r'(root_packages = \["auth"(?:, "\w+")*), "chassis"', rf'\1, "{name}", "chassis"')
    _edit(project, r'(layers = \["auth \|[^"]*)"', rf'\1 | {name}"')
    _edit(project, r'(ancestors = \["auth"(?:, "\w+")*)\]', rf'\1, "{name}"]')
    _add_nats_user(root / "deploy/nats/users.conf", name)


def _add_nats_user(file: Path, name: str) -> None:
    """Add a user with the permissions of MODEL_USER, which every service needs."""
    start = f"    {{\n      user: {MODEL_USER}\n"
    end = "\n    }\n"
    text_before, _, text_after = file.read_text().partition(start)
    block = start + text_after.partition(end)[0] + end
    new_block = block.replace(MODEL_USER.upper(), name.upper()).replace(MODEL_USER, name)
    file.write_text(text_before + block + new_block + text_after.partition(end)[2])


def _edit(file: Path, pattern: str, replacement: str) -> None:
    text, count = re.subn(pattern, replacement, file.read_text())
    if count != 1:
        raise StepError(f"{file.name} does not have the expected form")
    file.write_text(text)


def _add_routers(routes: Path, service: str, name: str) -> None:
    """Add the imports after the last one, and the routers at the end of the list `ROUTERS`."""
    lines = routes.read_text().splitlines()
    last_import = max(number for number, line in enumerate(lines) if line.startswith("from "))
    lines[last_import + 1 : last_import + 1] = [
        f"from {service}.{name}.admin_endpoints import router as admin_{name}",
        f"from {service}.{name}.endpoints import router as {name}",
    ]
    routes.write_text("\n".join([*lines, ""]))
    _edit(routes, r"(?ms)^(ROUTERS\b[^\n]* = \[.*?)\]$", rf"\1    {name},\n    admin_{name},\n]")


def _add_rows(table: Path, *rows: str) -> None:
    """Add rows to the table of authorization, each after its nearest predecessor by path and method.

    The other lines keep their order.
    """
    lines = table.read_text().splitlines()
    for row in rows:
        rows_of_table = [line for line in lines if ": " in line and not line.startswith("#")]
        earlier_rows = [line for line in rows_of_table if _get_path_and_method(line) < _get_path_and_method(row)]
        if earlier_rows:
            index = lines.index(max(earlier_rows, key=_get_path_and_method)) + 1
        else:
            # The row comes after the comments at the top of the file.
            index = sum(line.startswith("#") for line in lines)
        lines.insert(index, row)
    table.write_text("\n".join([*lines, ""]))


def _get_path_and_method(line: str) -> tuple[str, str]:
    method, path = line.partition(": ")[0].split()
    return path, method


def _migrate(root: Path, service: str, message: str) -> None:
    """Let Alembic write a revision from the difference between tables and migrations, on a temporary database."""
    versions = root / "services" / service / "migrations" / "versions"
    versions.mkdir(exist_ok=True)
    sources = [str(root / "services" / name / "src") for name in (service, "contracts")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sources)}
    command = (paths.PYTHON, "-m", "chassis.testing.migrations", service, "--autogenerate", message)
    read_output("the migration", *command, cwd=root, env=environment)


def _format_sources(folder: Path) -> None:
    """Format generated files by the style in `pyproject.toml`, which ruff finds from the folder."""
    ruff = paths.VENV_BIN / "ruff"
    read_output("ruff", ruff, "check", "--fix-only", "-q", folder)
    read_output("ruff", ruff, "format", "-q", folder)
