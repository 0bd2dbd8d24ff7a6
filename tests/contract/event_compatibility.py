"""Compares the events with the last release: `python -m tests.contract.event_compatibility`.

During a rolling release, and for the thirty days that NATS keeps events, each release reads events of the other one.
So an event or an optional field may be added. Any other change needs a new event type. After a release `--accept`
stores the current events as the events of the last release.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "events"
CURRENT_DOCUMENT = FOLDER / "asyncapi.json"
RELEASED_DOCUMENT = FOLDER / "released.json"
# Keywords that do not affect which values a schema allows.
PROSE = {"title", "description", "examples"}

Schema = dict[str, Any]


def list_breaking_changes(released: Schema, current: Schema) -> list[str]:
    """Describe the changes between two AsyncAPI documents after which one release cannot read events of the other."""
    old = released["components"]["messages"]
    new = current["components"]["messages"]
    changes = [f"{name}: the event is gone" for name in sorted(old.keys() - new.keys())]
    for name in sorted(old.keys() & new.keys()):
        data_changes = _list_changes(_get_data_schema(old[name]), _get_data_schema(new[name]))
        changes += [f"{name}: {change}" for change in data_changes]
    return changes


def _get_data_schema(message: Schema) -> Schema:
    data: Schema = message["payload"]["properties"]["data"]
    return data


def _list_changes(before: Schema, after: Schema) -> list[str]:
    old = before.get("properties", {})
    new = after.get("properties", {})
    required_before = set(before.get("required", []))
    required_now = set(after.get("required", []))
    changes = [f"{name} is gone" for name in sorted(old.keys() - new.keys())]
    changes += [f"{name} is now required, older events may lack it" for name in sorted(required_now - required_before)]
    changes += [
        f"{name} may now be missing, the last release needs it" for name in sorted(required_before - required_now)
    ]
    same = sorted(old.keys() & new.keys())
    changes += [
        f"{name} allows something else" for name in same if _remove_prose(old[name]) != _remove_prose(new[name])
    ]
    # New nested models belong to new fields, so only changed ones are reported.
    models_before = before.get("$defs", {})
    models_now = after.get("$defs", {})
    if any(_remove_prose(model) != _remove_prose(models_now.get(name)) for name, model in models_before.items()):
        changes.append("a nested model allows something else")
    return changes


def _remove_prose(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_remove_prose(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _remove_prose(part) for name, part in schema.items() if name not in PROSE}


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.event_compatibility")
    parser.add_argument("--accept", action="store_true", help="record the current events as released")
    if parser.parse_args().accept:
        shutil.copyfile(CURRENT_DOCUMENT, RELEASED_DOCUMENT)
        return 0
    changes = list_breaking_changes(json.loads(RELEASED_DOCUMENT.read_text()), json.loads(CURRENT_DOCUMENT.read_text()))
    print("\n".join(changes) or "every event can be read by both releases")
    return int(bool(changes))


if __name__ == "__main__":
    sys.exit(main())
