"""Tariff editions, read from YAML files. Figures are read as text and become decimals."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any

import yaml
from chassis.web.errors import Invalid

from calculator.duty.tariffs import Edition

DATA = files("calculator.editions") / "data"


class Editions:
    """All editions by id, oldest first."""

    def __init__(self, editions: Mapping[str, Edition], fingerprints: Mapping[str, str]) -> None:
        self._editions_by_id = dict(editions)
        self._fingerprints = dict(fingerprints)
        self.find_in_force = lru_cache(maxsize=64)(self._find_in_force)

    def __iter__(self) -> Iterator[Edition]:
        return iter(self._editions_by_id.values())

    def get(self, id: str) -> Edition | None:
        return self._editions_by_id.get(id)

    def _find_in_force(self, day: date) -> Edition | None:
        """Return the edition in force on a day."""
        return next((edition for edition in self if edition.is_in_force_on(day)), None)

    def find_successor(self, edition: Edition) -> Edition | None:
        """Return the edition that supersedes this one."""
        return next((candidate for candidate in self if candidate.starts > edition.starts), None)

    def get_fingerprint(self, edition: Edition) -> str:
        """Return the digest of all figures of an edition.

        A saved calculation keeps the digest as evidence of the tables used.
        """
        return self._fingerprints[edition.id]


def _read_yaml(file: Traversable) -> dict[str, Any]:
    # BaseLoader keeps scalars as text, so that no number becomes a binary float.
    content: dict[str, Any] = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506
    return content


def _read_folder(folder: Traversable) -> dict[str, dict[str, Any]]:
    """Return the content of each YAML file of a folder by the name of the file without its extension."""
    sorted_files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".yaml"): _read_yaml(file) for file in sorted_files if file.name.endswith(".yaml")}


TABLE_FIELDS = ("clearance", "unified", "petrol", "diesel", "electric", "excise", "recycling", "preferential")


def _assemble_edition(
    content: dict[str, Any], tables: dict[str, dict[str, Any]], sources: dict[str, dict[str, Any]]
) -> Edition:
    """Build an edition from its file. The names of tables and sources in it are replaced by their content."""
    marks = content.get("marks", {})
    parts = {name: dict(tables[content[name]]) for name in TABLE_FIELDS} | {"vat": dict(content["vat"])}
    for name, part in parts.items():
        part["source"] = sources[part["source"]]
        part["mark"] = marks.get(name, part["mark"])
    values = {name: value for name, value in content.items() if name != "marks"}
    return Edition.model_validate(values | parts)


def _compute_fingerprint(edition: Edition) -> str:
    return hashlib.sha256(edition.model_dump_json(exclude={"title", "status", "ends"}).encode()).hexdigest()


@cache
def load_editions() -> Editions:
    """Read all editions. Raises ValueError for an invalid file; the service does not start then."""
    sources = _read_yaml(DATA / "sources.yaml")
    tables = _read_folder(DATA / "tables")
    unsorted_editions = [
        _assemble_edition(content, tables, sources) for content in _read_folder(DATA / "editions").values()
    ]
    editions = sorted(unsorted_editions, key=lambda edition: edition.starts)
    for edition, next_edition in pairwise(editions):
        if edition.ends is None or edition.ends >= next_edition.starts:
            raise ValueError(f"{edition.id} must end before {next_edition.id} starts")
    return Editions(
        {edition.id: edition for edition in editions},
        {edition.id: _compute_fingerprint(edition) for edition in editions},
    )


def require_edition(id: str, field: str) -> Edition:
    """Find the edition that a client named in the given field. Raises Invalid."""
    editions = load_editions()
    edition = editions.get(id)
    if edition is None:
        raise Invalid(**{field: f"Есть редакции: {', '.join(edition.id for edition in editions)}"})
    return edition
