"""Checks that the tests, files, modules and commands that documents name exist.

The security documents are checked more strictly: a test name in them must also be unique.
"""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.sources import Source

DOCUMENTS = ("docs/threat-model.md", "docs/asvs.md")
# A test name without a file must be unique among the tests of this folder.
DEFAULT_FOLDER = "services/auth/tests/"


def count_test_names(sources: Iterable[Source]) -> Counter[str]:
    """Count the tests in these files by name: `test_x`, `TestX` and `TestX.test_x`."""
    counts: Counter[str] = Counter()
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
                counts.update([node.name, *methods, *(f"{node.name}.{name}" for name in methods)])
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                counts[node.name] += 1
    return counts


def find_missing_names(document: str, text: str, sources: list[Source], root: Path) -> Iterator[str]:
    """Report tests and files that `text` names in backticks and that do not exist or are not unique."""
    tests = [source for source in sources if source.is_test]
    counts_in_default_folder = count_test_names(source for source in tests if source.path.startswith(DEFAULT_FOLDER))
    counts = count_test_names(tests)
    for name in re.findall(r"`([^`\s]+)`", text):
        if name.endswith((".py", ".json", ".md", "/")):
            exists = (root / name).exists() or any(f"/{name}" in source.path for source in sources)
            if not exists:
                yield f"{document}: there is no {name}"
        elif re.match(r"(Test[A-Z]|test_)", name):
            if not counts[name]:
                yield f"{document}: there is no test {name}"
            elif counts_in_default_folder[name] > 1:
                yield f"{document}: {counts_in_default_folder[name]} tests are called {name}"


def find_all_missing_names(sources: list[Source], root: Path) -> list[str]:
    """Return the findings of `find_missing_names` in the security documents."""
    return [
        finding
        for document in DOCUMENTS
        for finding in find_missing_names(document, (root / document).read_text(), sources, root)
    ]


# Files that a command or a service creates, and placeholders for the reader's own names.
NOT_IN_THE_REPOSITORY = {
    "manifest.json",
    "passwords.conf",
    "xApi.ts",
    "xSlice.ts",
    "build/settings.json",
    "/openapi.json",
    "var/sbom-python.cdx.json",
    "var/sbom-web.cdx.json",
}
FILE = re.compile(r"[\w./-]+\.(py|ts|tsx|mjs|md|ya?ml|json|css|sh|conf|toml|j2|typ|ini)")
TEST = re.compile(r"(Test[A-Z]\w+|test_\w+)(\.test_\w+)?")
# A module, or a name in it. Names that begin with a service are left out, since types of events look like them.
MODULE = re.compile(r"(chassis|contracts|deploy|tests)(\.\w+)+")
# The name of a job.
NOT_MODULES = {"chassis.purge"}
COMMAND = re.compile(r"make ([a-z][a-z0-9-]*)")
TARGET = re.compile(r"^([a-z0-9-]+):", re.M)
CODE_BLOCK = re.compile(r"```.*?```", re.S)


def is_known_module(name: str, files: set[str]) -> bool:
    """Return True if a file defines this module, or the module before the last dots of the name."""
    parts = name.split(".")
    paths = ["/".join(parts[:length]) for length in range(2, len(parts) + 1)]
    return any(f"{folder}{path}.py" in files for path in paths for folder in ("", f"services/{parts[0]}/src/"))


def find_stale_commands(document: str, text: str, makefile: str) -> Iterator[str]:
    """Report commands `make ...` at the beginning of a code span that the Makefile does not have."""
    targets = set(TARGET.findall(makefile))
    for name in re.findall(r"`([^`\n]+)`", CODE_BLOCK.sub("", text)):
        command = COMMAND.match(name)
        if command and command[1] not in targets:
            yield f"{document}: there is no make {command[1]}"


def find_stale_names(document: str, text: str, files: set[str], tests: set[str], root: Path) -> Iterator[str]:
    """Report files, tests and modules that a document names in backticks and that do not exist.

    A file may be named by the end of its path, or relative to the document. A test module may be named without its
    suffix.
    """
    for name in re.findall(r"`([^`\n]+)`", CODE_BLOCK.sub("", text)):
        if FILE.fullmatch(name) and name not in NOT_IN_THE_REPOSITORY:
            is_known = name in files or any(file.endswith(f"/{name}") for file in files)
            if not is_known and not (root / document).parent.joinpath(name).exists():
                yield f"{document}: there is no {name}"
        elif TEST.fullmatch(name) and not tests.issuperset(name.split(".")):
            yield f"{document}: there is no test {name}"
        elif MODULE.fullmatch(name) and name not in NOT_MODULES and not is_known_module(name, files):
            yield f"{document}: there is no module {name}"


def find_all_stale_names(sources: list[Source], root: Path) -> list[str]:
    """Return the findings of `find_stale_names` in all documents except the changelog, which names files of earlier
    releases."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    files = {path for path in listing.split("\0") if path and (root / path).exists()}
    tests: set[str] = set()
    for source in sources:
        if source.is_test:
            tests.add(source.module)
            tests.update(
                node.name
                for node in source.nodes
                if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            )
    makefile = (root / "Makefile").read_text()
    findings: list[str] = []
    for document in sorted(path for path in files if path.endswith(".md") and path != "CHANGELOG.md"):
        text = (root / document).read_text()
        findings += find_stale_names(document, text, files, tests, root)
        findings += find_stale_commands(document, text, makefile)
    return findings
