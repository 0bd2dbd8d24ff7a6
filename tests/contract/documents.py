"""Generates documents from the code: OpenAPI and reference pages of each service, and AsyncAPI of all events.

    python -m tests.contract.documents           lists outdated documents in docs/, exit code 1 if there are any
    python -m tests.contract.documents --write   writes them

The wire types of the web are generated from docs/openapi.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from contracts.services import SERVICES

from tests.contract.examples import add_examples
from tests.contract.reference import render_pages

ROOT = Path(__file__).resolve().parents[2]


def build_documents() -> dict[Path, str]:
    """Return the current text of each document by path."""
    openapi_commands = {ROOT / f"docs/openapi/{name}.json": ("chassis.testing.openapi", name) for name in SERVICES}
    documents = {path: _add_examples_to(_run(*command)) for path, command in openapi_commands.items()}
    openapi_documents = {path.stem: json.loads(text) for path, text in documents.items()}
    documents |= {ROOT / "docs/reference" / name: text for name, text in render_pages(openapi_documents).items()}
    documents[ROOT / "docs/events/asyncapi.json"] = _run("contracts.asyncapi")
    return documents


def _add_examples_to(printed: str) -> str:
    document = json.loads(printed)
    add_examples(document)
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _run(*command: str) -> str:
    completed = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=ROOT)
    if completed.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{completed.stderr[-2000:]}")
    return completed.stdout


def list_outdated_documents() -> list[str]:
    """Return the documents in docs/ whose text differs from the generated one."""
    return [
        str(path.relative_to(ROOT))
        for path, text in build_documents().items()
        if not path.exists() or path.read_text() != text
    ]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.documents")
    parser.add_argument("--write", action="store_true", help="write the documents")
    if parser.parse_args().write:
        for path, text in build_documents().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return 0
    outdated_documents = list_outdated_documents()
    for name in outdated_documents:
        sys.stderr.write(f"{name} is outdated: make codegen\n")
    return 1 if outdated_documents else 0


if __name__ == "__main__":
    raise SystemExit(main())
