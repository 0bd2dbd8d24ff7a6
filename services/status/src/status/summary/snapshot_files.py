"""Data of the status page as files. The web server serves them while this service does not answer (decision 0060)."""

import json
from pathlib import Path

from pydantic import ValidationError

from status.components.names import DESCRIPTIONS
from status.components.schemas import ServicesRead, SummaryRead
from status.components.service import build_summary
from status.settings import Settings
from status.summary.schemas import Snapshot

# This service itself reads only this file, at a start without its database.
WHOLE_SNAPSHOT = "snapshot.json"


def get_public_folder(settings: Settings) -> Path:
    """Return the folder where the web server finds the files."""
    return Path(settings.data_dir) / "public"


def read_snapshot_file(settings: Settings) -> Snapshot | None:
    """Return the last written snapshot, or None if there is none or it cannot be read."""
    try:
        return Snapshot.model_validate_json((get_public_folder(settings) / WHOLE_SNAPSHOT).read_bytes())
    except (OSError, ValidationError):
        return None


def write_snapshot_files(settings: Settings, snapshot: Snapshot) -> None:
    """Write a snapshot in two forms: as current data, and as the data that is served when it is old. Raises OSError."""
    for name, body in serialize_files(snapshot).items():
        _write_file(get_public_folder(settings) / name, body)


def serialize_files(snapshot: Snapshot) -> dict[str, bytes]:
    """Return file contents by name: the responses of four calls, and their form for a snapshot older than 3 minutes."""
    current_answers = {
        "services": snapshot.services.model_copy(update={"isSnapshot": True}),
        "incidents": snapshot.incidents,
        "maintenance": snapshot.maintenance,
        "summary": snapshot.summary,
    }
    outdated_answers = {**current_answers, **_remove_present_status(snapshot)}
    answers = {f"{name}.json": answer for name, answer in current_answers.items()}
    answers |= {f"{name}.old.json": answer for name, answer in outdated_answers.items()}
    bodies = {name: answer.model_dump_json().encode() for name, answer in answers.items()}
    return {**bodies, WHOLE_SNAPSHOT: json.dumps(snapshot.model_dump(mode="json")).encode()}


def _remove_present_status(snapshot: Snapshot) -> dict[str, ServicesRead | SummaryRead]:
    """Return a snapshot without current statuses: every component is unknown. The history stays."""
    rows = [
        row.model_copy(update={"status": "unknown", "description": DESCRIPTIONS[row.id]})
        for row in snapshot.services.data
    ]
    services = snapshot.services.model_copy(update={"data": rows, "isSnapshot": True})
    return {"services": services, "summary": build_summary(services, snapshot.summary.openIncidents)}


def _write_file(file: Path, body: bytes) -> None:
    """Replace a file atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}")
    draft.write_bytes(body)
    draft.replace(file)
