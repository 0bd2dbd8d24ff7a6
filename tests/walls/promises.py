"""The documents of security name tests and places; a promise whose test was renamed or taken away is an empty one."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.walls.files import Source

DOCUMENTS = ("docs/threat-model.md", "docs/asvs.md")
# A name without a file is one of these tests, and only one.
NEAREST = "services/auth/tests/"


def names_of_tests(sources: Iterable[Source]) -> Counter[str]:
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


def broken_promises(document: str, text: str, sources: list[Source], root: Path) -> Iterator[str]:
    """What `text` names in backticks and nobody finds."""
    tests = [source for source in sources if source.is_test]
    nearest = names_of_tests(source for source in tests if source.path.startswith(NEAREST))
    anywhere = names_of_tests(tests)
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


def all_broken_promises(sources: list[Source], root: Path) -> list[str]:
    return [
        finding
        for document in DOCUMENTS
        for finding in broken_promises(document, (root / document).read_text(), sources, root)
    ]
