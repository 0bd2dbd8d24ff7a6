"""Architecture rules: imports between services and layers, commits, lengths of files and functions, and file names."""

import ast
from collections.abc import Callable, Iterable, Iterator

from tests.architecture.sources import Source

SERVICES = {"auth", "content", "notifications", "calculator", "status"}
SHARED = {"chassis": {"contracts"}, "contracts": set[str]()}

# Imports inside a feature go one way: endpoints and handlers -> service -> queries -> tables.
FORBIDDEN_LAYERS = {
    "errors": {"endpoints", "handlers", "service", "queries", "schemas"},
    "tables": {"endpoints", "handlers", "service", "queries"},
    "schemas": {"endpoints", "handlers", "service", "queries"},
    "queries": {"endpoints", "handlers", "service"},
    "service": {"endpoints", "handlers"},
    "handlers": {"endpoints"},
    "endpoints": {"handlers"},
}
LAYERS = set(FORBIDDEN_LAYERS)

FILE_LINES, TEST_FILE_LINES, MAIN_LINES, FUNCTION_LINES = 400, 500, 40, 40
CHASSIS_LINES = 3400
VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common", "misc"}

Rule = Callable[[Source], Iterator[str]]


def foreign_imports(source: Source) -> Iterator[str]:
    """A service imports itself, the chassis and the contracts; data of other services arrives by events."""
    if source.service is None:
        return
    ours = (SERVICES | set(SHARED)) - {source.service}
    allowed = SHARED.get(source.service, set(SHARED))
    for line, target in source.imports():
        if target[0] in ours - allowed:
            yield f"{source.path}:{line}: {source.service} may not import {target[0]}"


def layers(source: Source) -> Iterator[str]:
    """Inside a service the lower layer never imports the higher one."""
    if source.service not in SERVICES or source.is_test:
        return
    forbidden = FORBIDDEN_LAYERS.get(source.module, set())
    for line, target in source.imports():
        if target[0] != source.service:
            continue
        layer = next((part for part in target[1:] if part in LAYERS), None)
        if layer in forbidden:
            yield f"{source.path}:{line}: {source.module} may not import {layer}"


def commits(source: Source) -> Iterator[str]:
    """One request is one transaction, and only the chassis commits or rolls back."""
    if source.service in {None, "chassis"} or source.is_test or source.is_migration:
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in {"commit", "rollback"}:
            yield f"{source.path}:{node.lineno}: {node.attr}() belongs to the chassis"


def file_lengths(source: Source) -> Iterator[str]:
    limit = TEST_FILE_LINES if source.is_test else FILE_LINES
    if source.service in SERVICES and source.module == "main":
        limit = MAIN_LINES
    lines = source.text.count("\n")
    if lines > limit and not source.is_migration:
        yield f"{source.path}: {lines} lines, the limit is {limit}; split by business noun"


def function_lengths(source: Source) -> Iterator[str]:
    if source.is_migration:
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{source.path}:{node.lineno}: {node.name} has {lines} lines, the limit is {FUNCTION_LINES}"


def names(source: Source) -> Iterator[str]:
    """A file or folder is named by what it contains."""
    for part in (*source.parts[:-1], source.module):
        if part in VAGUE_NAMES:
            yield f"{source.path}: no file or folder is named {part}"


RULES: tuple[Rule, ...] = (foreign_imports, layers, commits, file_lengths, function_lengths, names)


def different_dockerfiles(texts: dict[str, str]) -> Iterator[str]:
    """The five service images are one recipe; `texts` holds each Dockerfile by its service."""
    recipes = {service: text.replace(service, "SERVICE_NAME") for service, text in texts.items()}
    usual = max(recipes.values(), key=list(recipes.values()).count, default="")
    for service, recipe in recipes.items():
        if recipe != usual:
            yield f"services/{service}/Dockerfile: differs from the others in more than its service's name"


def chassis_length(files: Iterable[Source]) -> Iterator[str]:
    """The chassis stays small enough to be read whole; its tools for tests are not counted."""
    read = [one for one in files if one.path.startswith("services/chassis/src/") and "testing" not in one.parts]
    lines = sum(source.text.count("\n") for source in read)
    if lines > CHASSIS_LINES:
        yield f"services/chassis: {lines} lines, the limit is {CHASSIS_LINES}; what is added must replace something"
