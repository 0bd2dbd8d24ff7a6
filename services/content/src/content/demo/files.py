"""The demo data as it lies beside this module: YAML, and articles with front matter."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent


def read(name: str) -> Any:
    """One YAML file; nothing when it is not there."""
    file = FOLDER / name
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None


@dataclass(frozen=True)
class Article:
    """The front matter of an article and its Markdown."""

    about: dict[str, Any]
    content: str


def articles() -> list[Article]:
    """All demo articles, oldest first."""
    found = []
    for file in sorted((FOLDER / "articles").glob("*.md")):
        _, front, content = file.read_text(encoding="utf-8").split("---\n", 2)
        found.append(Article(yaml.safe_load(front), content.strip()))
    return sorted(found, key=lambda article: str(article.about["published_at"]))
