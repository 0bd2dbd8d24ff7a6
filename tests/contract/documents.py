"""The documents that clients build on, made from the code: OpenAPI of each service with the reference pages for people,
AsyncAPI of all events.

    python -m tests.contract.documents           say what has drifted from docs/, exit 1 if anything has
    python -m tests.contract.documents --write   write them anew

The web's wire types are generated from docs/openapi, so a change of the code shows in both.
"""

import json
import subprocess
import sys
from pathlib import Path

from contracts.services import SERVICES

from tests.contract.examples import add_examples
from tests.contract.reference import reference_pages

ROOT = Path(__file__).resolve().parents[2]


def documents() -> dict[Path, str]:
    """The text each document should have now."""
    expected = {ROOT / f"docs/openapi/{name}.json": ("chassis.testing.openapi", name) for name in SERVICES}
    made = {path: _with_examples(_printed(*command)) for path, command in expected.items()}
    described = {path.stem: json.loads(text) for path, text in made.items()}
    made |= {ROOT / "docs/reference" / name: text for name, text in reference_pages(described).items()}
    made[ROOT / "docs/events/asyncapi.json"] = _printed("contracts.asyncapi")
    return made


def _with_examples(printed: str) -> str:
    document = json.loads(printed)
    add_examples(document)
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _printed(*command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr[-2000:]}")
    return done.stdout


def outdated_documents() -> list[str]:
    """The documents whose text in docs/ is not what the code says."""
    return [
        str(path.relative_to(ROOT))
        for path, text in documents().items()
        if not path.exists() or path.read_text() != text
    ]


def main() -> int:
    """The command line."""
    if "--write" in sys.argv:
        for path, text in documents().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return 0
    found = outdated_documents()
    for name in found:
        sys.stderr.write(f"{name} has drifted from the code: make codegen\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
