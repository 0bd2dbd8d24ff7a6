"""Rules that import-linter and ruff cannot express: imports of tests, commits, SELECTs and file names.

The rules for imports between services and layers are in pyproject.toml, [tool.importlinter].
"""

import ast
from collections.abc import Callable, Iterable, Iterator

from contracts import services

from tests.architecture.sources import Source

SERVICES = set(services.SERVICES)
LIBRARIES = {"chassis", "contracts"}
ALLOWED_BY_LIBRARY = dict.fromkeys(LIBRARIES, LIBRARIES) | {"contracts": set[str]()}

VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common", "misc"}
HTTP_METHODS = {"get", "head", "post", "put", "patch", "delete", "api_route"}
UNTYPED_ANSWERS = {"Any", "dict", "object"}
# Modules outside of `queries.py` that may contain a SELECT.
MODULES_WITH_SELECTS = (
    # The demo content looks up the rows of its last run.
    "content.demo.",
    # This expression is part of the queries of three features.
    "content.articles.search",
)
SERVICE_FILES = (
    "README.md",
    "pyproject.toml",
    "migrations/env.py",
    "migrations/script.py.mako",
    *(f"src/{{service}}/{name}.py" for name in ("__init__", "main", "settings", "runtime", "routes", "jobs")),
    "src/{service}/py.typed",
    "tests/conftest.py",
    "tests/authorization.yaml",
    "tests/test_authorization.py",
    "tests/ownership.yaml",
    "tests/test_ownership.py",
    "tests/test_subscriptions.py",
    # This test finds tables that name a user but are neither exported nor erased (docs/decisions/0161).
    "tests/test_personal_data.py",
)

Rule = Callable[[Source], Iterator[str]]


def find_foreign_imports_in_tests(source: Source) -> Iterator[str]:
    """Tests of a service may import that service, the chassis and the contracts, like the service itself."""
    if source.service is None or not source.is_test:
        return
    other_services = (SERVICES | set(ALLOWED_BY_LIBRARY)) - {source.service}
    allowed_services = ALLOWED_BY_LIBRARY.get(source.service, set(ALLOWED_BY_LIBRARY))
    for line, target in source.list_imports():
        if target[0] in other_services - allowed_services:
            yield f"{source.path}:{line}: tests of {source.service} may not import {target[0]}"


def find_commits(source: Source) -> Iterator[str]:
    """One request is one transaction, so only chassis.database commits or rolls back."""
    is_database = source.path.startswith("services/chassis/src/chassis/database/")
    if source.service is None or is_database or source.is_test or source.is_migration:
        return
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and node.attr in {"commit", "rollback"}:
            yield f"{source.path}:{node.lineno}: {node.attr}() belongs to chassis.database.session"


def find_vague_names(source: Source) -> Iterator[str]:
    """A file or folder has a name that says what it contains."""
    for part in (*source.parts[:-1], source.module):
        if part in VAGUE_NAMES:
            yield f"{source.path}: no file or folder is named {part}"


def find_untyped_routes(source: Source) -> Iterator[str]:
    """A route declares the model that it returns, so that the type checker compares it with the returned value."""
    if source.is_test or source.service is None:
        return
    for node in source.nodes:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not _is_route(node):
            continue
        returned_types = (
            {part.id for part in ast.walk(node.returns) if isinstance(part, ast.Name)} if node.returns else set()
        )
        if node.returns is None or returned_types & UNTYPED_ANSWERS:
            yield f"{source.path}:{node.lineno}: route {node.name} returns no model: annotate it with one or a Response"


def find_misplaced_admin_routes(source: Source) -> Iterator[str]:
    """Routes under /admin are in `admin_endpoints.py`, or in the feature `administration`, which has no others."""
    if (
        source.is_test
        or source.service is None
        or source.module == "admin_endpoints"
        or "administration" in source.parts
    ):
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and any("/admin" in path for path in _find_paths(node)):
            yield f"{source.path}:{node.lineno}: a route of administrators belongs to admin_endpoints.py"


def _find_paths(call: ast.Call) -> Iterator[str]:
    """Yield the prefix in the call of a router, or the path in the decorator of a route."""
    if isinstance(call.func, ast.Name) and call.func.id == "APIRouter":
        arguments = [keyword.value for keyword in call.keywords if keyword.arg == "prefix"]
    elif isinstance(call.func, ast.Attribute) and call.func.attr in HTTP_METHODS:
        arguments = call.args[:1]
    else:
        return
    yield from (node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str))


def find_misplaced_selects(source: Source) -> Iterator[str]:
    """The SELECTs of a feature are in its `queries.py`, where readers look for them and check their indexes."""
    folders = source.package
    if source.is_test or source.service not in SERVICES or len(folders) < 2 or source.module == "queries":
        return
    if ".".join((*folders, source.module)).startswith(MODULES_WITH_SELECTS):
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "select":
            yield f"{source.path}:{node.lineno}: a SELECT of a feature belongs to its queries.py"


def find_undeclared_refusals(source: Source) -> Iterator[str]:
    """`@raises(...)` names every error that the statements of its function raise, because the routes document them."""
    if source.is_test or source.service is None:
        return
    for function in ast.walk(source.tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        declarations = [
            decorator
            for decorator in function.decorator_list
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "raises"
        ]
        if not declarations:
            continue
        declared_errors = {ast.unparse(argument) for argument in declarations[0].args}
        for node in ast.walk(function):
            if isinstance(node, ast.Raise) and node.exc is not None:
                classes = {part.id for part in ast.walk(node.exc) if isinstance(part, ast.Name) and _is_class(part.id)}
                if classes and not classes & declared_errors:
                    yield f"{source.path}:{node.lineno}: {function.name} does not declare this refusal in @raises"


def _is_class(name: str) -> bool:
    return name[:1].isupper() and not name.isupper()


def _is_route(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    decorators = [decorator.func for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    return any(isinstance(function, ast.Attribute) and function.attr in HTTP_METHODS for function in decorators)


RULES: tuple[Rule, ...] = (
    find_foreign_imports_in_tests,
    find_commits,
    find_vague_names,
    find_untyped_routes,
    find_misplaced_admin_routes,
    find_misplaced_selects,
    find_undeclared_refusals,
)


def find_unlisted_services(folders: Iterable[str]) -> Iterator[str]:
    """contracts.services.SERVICES lists every service. Erasures and exports wait for the services in this list."""
    for name in sorted(SERVICES ^ set(folders)):
        yield f"services/{name}: the folders of services and contracts.services.SERVICES differ"


def find_missing_service_files(service: str, paths: Iterable[str]) -> Iterator[str]:
    """Every service has the same top-level files, so that a reader of one service finds their way in all of them."""
    for file in sorted({f"services/{service}/{name.format(service=service)}" for name in SERVICE_FILES} - set(paths)):
        yield f"{file}: every service has this file"
