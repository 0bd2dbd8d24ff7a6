"""`make sbom` and `make audit` run cyclonedx-py, pip-audit and pnpm for the packages of both lock files."""

from deploy.local import paths
from deploy.local.build_web import build_pnpm_command
from deploy.local.programs import build_tool_environment, run_in_terminal

PYTHON_FILE = paths.VAR / "sbom-python.cdx.json"
WEB_FILE = paths.VAR / "sbom-web.cdx.json"


def sbom() -> int:
    """Write the installed packages with their licences in CycloneDX 1.6. For images release.yml calls syft."""
    python_options = ("cyclonedx_py", "environment", "--spec-version", "1.6", "--output-reproducible")
    web_options = ("sbom", "--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--sbom-type", "application")
    codes = [
        run_in_terminal(paths.PYTHON, "-m", *python_options, "--output-file", PYTHON_FILE, paths.PYTHON),
        run_in_terminal(
            *build_pnpm_command(*web_options, "--out", str(WEB_FILE)),
            folder=paths.WEB,
            environment=build_tool_environment(),
        ),
    ]
    return max(codes)


def audit() -> int:
    """Print known vulnerabilities of every locked package. The exit code is not 0 if there are any, or if a database
    does not answer.
    """
    python_options = ("pip_audit", "--strict", "--require-hashes", "--disable-pip", "--requirement")
    codes = [
        run_in_terminal(paths.PYTHON, "-m", *python_options, paths.ROOT / "requirements.lock"),
        run_in_terminal(*build_pnpm_command("audit"), folder=paths.WEB, environment=build_tool_environment()),
    ]
    return max(codes)
