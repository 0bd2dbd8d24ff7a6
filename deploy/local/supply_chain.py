"""`make sbom` and `make audit`: deploy/supply_chain with the packages of this checkout."""

import subprocess

from deploy.local import paths
from deploy.local.checks import prepare

SBOM = paths.VAR / "sbom.cdx.json"


def sbom() -> int:
    """Write the bill of materials into the state folder and print the licences."""
    prepare()
    command = [str(paths.PYTHON), "-m", "deploy.supply_chain.sbom", str(SBOM)]
    return subprocess.run(command, cwd=paths.ROOT, check=False).returncode


def audit() -> int:
    """Exit code 1 with findings, 2 when the database of vulnerabilities does not answer."""
    prepare()
    command = [str(paths.PYTHON), "-m", "deploy.supply_chain.audit"]
    return subprocess.run(command, cwd=paths.ROOT, check=False).returncode
