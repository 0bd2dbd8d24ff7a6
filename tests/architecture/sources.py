"""The Python files of the repository, each parsed once."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Source:
    """A Python file. `path` is relative to the root of the repository."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree. Walking a tree takes as long as parsing it, so each is walked once for all rules."""
        return list(ast.walk(self.tree))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return PurePosixPath(self.path).parts

    @property
    def service(self) -> str | None:
        """The folder below services/ that contains the file, if any."""
        return self.parts[1] if self.parts[0] == "services" and len(self.parts) > 2 else None

    @property
    def is_test(self) -> bool:
        return "tests" in self.parts

    @property
    def is_migration(self) -> bool:
        return "migrations" in self.parts

    @property
    def module(self) -> str:
        return self.parts[-1].removesuffix(".py")

    @property
    def package(self) -> tuple[str, ...]:
        """The package of the file, from which its relative imports start."""
        folders = self.parts[:-1]
        return folders[folders.index("src") + 1 :] if "src" in folders else folders

    def list_imports(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield each imported name with its line. `from a.b import c` yields the parts a, b, c."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield node.lineno, tuple(alias.name.split("."))
            elif isinstance(node, ast.ImportFrom):
                start = self.package[: len(self.package) - node.level + 1] if node.level else ()
                module = node.module.split(".") if node.module else []
                base = (*start, *module)
                for alias in node.names:
                    yield node.lineno, (*base, alias.name)


def list_sources(root: Path) -> Iterator[Source]:
    """Yield all tracked files and new ones that git does not ignore. The web has rules of its own."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.py", ":!web"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for path in sorted(set(filter(None, listing.split("\0")))):
        if (root / path).exists():
            yield Source(path, (root / path).read_text())
