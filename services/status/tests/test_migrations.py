import os
import subprocess
import sys

from chassis.testing.servers import Postgres


def test_replicas_that_start_together_migrate_one_after_another(postgres_server: Postgres) -> None:
    """An index that is built concurrently waits for every open snapshot, so no replica may wait in a statement."""
    environment = {**os.environ, "DATABASE_URL": postgres_server.create("status_together")}
    command = [sys.executable, "-m", "chassis.migrate", "status"]
    replicas = [subprocess.Popen(command, env=environment) for _ in range(3)]
    assert [replica.wait(timeout=120) for replica in replicas] == [0, 0, 0]
