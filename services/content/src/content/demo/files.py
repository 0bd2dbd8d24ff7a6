"""Reads the demo data beside this module: YAML files, and articles with front matter."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent


def read(name: str) -> Any:
    """One YAML file."""
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Article:
    """The front matter of an article and its Markdown."""

    front_matter: dict[str, Any]
    content: str


def articles() -> list[Article]:
    """All demo articles, oldest first."""
    articles = []
    for file in sorted((FOLDER / "articles").glob("*.md")):
        _, front, content = file.read_text(encoding="utf-8").split("---\n", 2)
        articles.append(Article(yaml.safe_load(front), content.strip()))
    return sorted(articles, key=lambda article: str(article.front_matter["published_at"]))
