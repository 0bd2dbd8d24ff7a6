"""The folder of the snapshot files, and the one file that this service itself reads at a start without its database."""

from pathlib import Path

from pydantic import ValidationError

from status.settings import Settings
from status.summary.schemas import Snapshot

WHOLE_SNAPSHOT = "snapshot.json"


def public_folder(settings: Settings) -> Path:
    """Where the web server finds the files."""
    return Path(settings.data_dir) / "public"


def read_snapshot_file(settings: Settings) -> Snapshot | None:
    """The snapshot that was last written, or None when there is none or it cannot be read."""
    try:
        return Snapshot.model_validate_json((public_folder(settings) / WHOLE_SNAPSHOT).read_bytes())
    except (OSError, ValidationError):
        return None
