"""Reads the demo data beside this module: YAML files, and articles with front matter.

Times in YAML are relative to the time of the seed, with days and hours of Moscow: `!day -2`, `!at -2 16:40`,
`!minutes_ago 7`.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import yaml
from chassis.formats import MOSCOW

FOLDER = Path(__file__).parent
EPOCH = datetime.fromtimestamp(0, UTC)


class _Loader(yaml.SafeLoader):
    now: datetime

    def read_day(self, node: yaml.ScalarNode) -> date:
        return self.now.astimezone(MOSCOW).date() + timedelta(days=int(node.value))

    def read_time(self, node: yaml.ScalarNode) -> datetime:
        days, clock = node.value.split()
        day = self.now.astimezone(MOSCOW).date() + timedelta(days=int(days))
        return datetime.combine(day, time.fromisoformat(clock), MOSCOW)

    def read_minutes_ago(self, node: yaml.ScalarNode) -> datetime:
        return self.now - timedelta(minutes=int(node.value))


_Loader.add_constructor("!day", _Loader.read_day)
_Loader.add_constructor("!at", _Loader.read_time)
_Loader.add_constructor("!minutes_ago", _Loader.read_minutes_ago)


def read(name: str, *, now: datetime = EPOCH) -> Any:
    """Read one YAML file. Its times are relative to `now`."""
    loader = _Loader((FOLDER / name).read_text(encoding="utf-8"))
    loader.now = now.astimezone(MOSCOW)
    return loader.get_single_data()


@dataclass(frozen=True)
class Article:
    """The front matter of an article and its Markdown."""

    front_matter: dict[str, Any]
    content: str


def read_articles() -> list[Article]:
    """Return all demo articles, oldest first."""
    articles = []
    for file in sorted((FOLDER / "articles").glob("*.md")):
        _, front_matter, content = file.read_text(encoding="utf-8").split("---\n", 2)
        articles.append(Article(yaml.safe_load(front_matter), content.strip()))
    return sorted(articles, key=lambda article: str(article.front_matter["published_at"]))
