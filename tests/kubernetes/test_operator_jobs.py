"""Jobs that an operator creates from a CronJob, with the patches of the documents."""

import re
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

from tests.kubernetes.render import render_objects

ROOT = Path(__file__).resolve().parents[2]
CRON_JOBS = {
    document["metadata"]["name"]: document
    for document in render_objects(ROOT / "deploy" / "kubernetes" / "small")
    if document["kind"] == "CronJob"
}


def create_job(document: str, name: str, cron_job: str, folder: Path) -> dict[str, Any]:
    """Return the Job that the command of this document creates from the CronJob. Its name begins with `name`."""
    text = (ROOT / document).read_text()
    [patch] = re.findall(rf"create job {name}\S* --from=cronjob/{cron_job} --dry-run[^']+-p '([^']+)'", text)
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "of-an-operator", "namespace": "meridian-avto"},
        "spec": CRON_JOBS[cron_job]["spec"]["jobTemplate"]["spec"],
    }
    (folder / "job.yaml").write_text(yaml.safe_dump(job))
    command = ["kubectl", "patch", "--local", "-f", folder / "job.yaml", "--type=json", "-o", "yaml", "-p", patch]
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    patched_job: dict[str, Any] = yaml.safe_load(completed.stdout)
    kubernetes_validate.validate(patched_job, "1.37", strict=True)
    return patched_job


def test_restore_is_the_backup_with_other_arguments(tmp_path: Path) -> None:
    patched_job = create_job("deploy/kubernetes/README.md", "restore", "backup", tmp_path)
    [container] = patched_job["spec"]["template"]["spec"]["containers"]
    [backup_container] = CRON_JOBS["backup"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    assert container["args"] == ["restore", "<name>"]
    assert container["env"] == [*backup_container["env"], {"name": "OVERWRITE", "value": "yes"}]


def test_a_backup_of_compose_is_copied_through_a_pod_that_waits(tmp_path: Path) -> None:
    patched_job = create_job("deploy/kubernetes/README.md", "copy", "backup", tmp_path)
    [container] = patched_job["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["sleep", "3600"]
    assert {"name": "backups", "mountPath": "/backups"} in container["volumeMounts"]


def test_parked_events_are_replayed_by_the_operator(tmp_path: Path) -> None:
    patched_job = create_job("docs/runbooks/EventsInDlq.md", "replay", "events-dlq", tmp_path)
    [container] = patched_job["spec"]["template"]["spec"]["containers"]
    assert container["args"] == ["replay", "<service>"]
    assert {"secretRef": {"name": "nats-operator"}} in container["envFrom"]


def test_the_template_for_parked_events_never_runs_by_itself() -> None:
    assert CRON_JOBS["events-dlq"]["spec"]["suspend"] is True
