"""Metrics of backups and of the archive, as a file for the textfile collector of node_exporter.

The exporter of `make up-observability` (deploy/observability/exporter.py) exports the same metrics, so one alert works
for both.
"""

import json
from pathlib import Path

from deploy.backup.create import list_complete_backups, parse_start

FOLDER = "metrics"
# Metrics of the archive, and the keys of the archive's state file (deploy/backup/archive/run.py) that they show.
ARCHIVE_METRICS = {
    "archive_recovery_point_timestamp_seconds": "recovery_point",
    "archive_base_timestamp_seconds": "base",
    "restore_drill_timestamp_seconds": "drill",
    "restore_drill_recovery_seconds": "recovery_seconds",
}


def read(backups: Path) -> dict[str, float]:
    """Return the start time of the newest complete backup, or 0 if there is none, and the values of the archive.

    A value of the archive is 0 if its action never happened. Without an archive there are no such values, so that no
    alert can fire.
    """
    start_times = [parse_start(backup) for backup in list_complete_backups(backups)]
    timestamps = [start.timestamp() for start in start_times if start is not None]
    metrics = {"backup_made_timestamp_seconds": max(timestamps, default=0.0)}
    state_file = backups / "archive.json"
    if state_file.is_file():
        archive_state = json.loads(state_file.read_text())
        metrics |= {name: float(archive_state.get(key, 0)) for name, key in ARCHIVE_METRICS.items()}
    return metrics


def write(backups: Path) -> None:
    """Write the file of metrics. The file is replaced atomically, since node_exporter may read it at any moment."""
    folder = backups / FOLDER
    folder.mkdir(exist_ok=True)
    draft = folder / ".backups.prom.new"
    draft.write_text("".join(f"# TYPE {name} gauge\n{name} {value}\n" for name, value in read(backups).items()))
    draft.chmod(0o644)
    draft.replace(folder / "backups.prom")
