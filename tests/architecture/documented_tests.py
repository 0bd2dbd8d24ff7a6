"""The security documents name tests and files; a claim whose test was renamed or removed is no longer held."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.sources import Source

DOCUMENTS = ("docs/threat-model.md", "docs/asvs.md")
# A test name without a file must be unique among these.
NEAREST = "services/auth/tests/"


def test_names(sources: Iterable[Source]) -> Counter[str]:
    """`test_x`, `TestX` and `TestX.test_x` of these files, with how many there are of each."""
    found: Counter[str] = Counter()
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
                found.update([node.name, *methods, *(f"{node.name}.{name}" for name in methods)])
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[node.name] += 1
    return found


def missing_names(document: str, text: str, sources: list[Source], root: Path) -> Iterator[str]:
    """The tests and files that `text` names in backticks and that do not exist."""
    tests = [source for source in sources if source.is_test]
    nearest = test_names(source for source in tests if source.path.startswith(NEAREST))
    anywhere = test_names(tests)
    for name in re.findall(r"`([^`\s]+)`", text):
        if name.endswith((".py", ".json", ".md", "/")):
            is_there = (root / name).exists() or any(f"/{name}" in f"{source.path}" for source in sources)
            if not is_there:
                yield f"{document}: there is no {name}"
        elif re.match(r"(Test[A-Z]|test_)", name):
            if not anywhere[name]:
                yield f"{document}: there is no test {name}"
            elif nearest[name] > 1:
                yield f"{document}: {nearest[name]} tests are called {name}"


def all_missing_names(sources: list[Source], root: Path) -> list[str]:
    return [
        finding
        for document in DOCUMENTS
        for finding in missing_names(document, (root / document).read_text(), sources, root)
    ]
