"""The file of metrics of backups and of the archive."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from deploy.backup import metrics
from deploy.observability import exporter


def test_folder_without_backups_has_time_zero(tmp_path: Path) -> None:
    metrics.write(tmp_path)
    assert "backup_made_timestamp_seconds 0.0\n" in (tmp_path / "metrics" / "backups.prom").read_text()


def test_a_copied_backup_with_another_name_counts_as_no_backup(tmp_path: Path) -> None:
    for name in ("2026-11-28T00-15-00Z", "2026-11-29T00-15-00Z-before-upgrade"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text("{}")
    made_at = datetime(2026, 11, 28, 0, 15, tzinfo=UTC).timestamp()
    assert metrics.read(tmp_path)["backup_made_timestamp_seconds"] == made_at
    [sample] = exporter.collect_backups(str(tmp_path))[0].samples
    assert sample.value == made_at


def test_file_and_local_exporter_have_the_same_metrics(tmp_path: Path) -> None:
    backup = tmp_path / "2026-11-28T00-15-00Z"
    backup.mkdir()
    (backup / "manifest.json").write_text("{}")
    (tmp_path / "archive.json").write_text(json.dumps({"recovery_point": 5, "base": 4, "drill": 3}))
    metrics.write(tmp_path)
    text = (tmp_path / "metrics" / "backups.prom").read_text()
    values = {name: float(value) for name, value in re.findall(r"^(\w+) (\S+)$", text, re.MULTILINE)}
    families = exporter.collect_backups(str(tmp_path))
    assert values == {family.name: family.samples[0].value for family in families}
    assert values["backup_made_timestamp_seconds"] > 1.7e9
