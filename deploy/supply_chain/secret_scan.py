"""Part of `make check`: searches tracked files for credentials. `python -m deploy.supply_chain.secret_scan`

A line with the mark `secret-scan: allow` is skipped. Its comment says what the value is, for example a test vector.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MARK = "secret-scan: allow"
MAX_FILE_BYTES = 2_000_000
PATTERNS = {
    "private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[\nA-Za-z0-9+/]",
    "PASERK secret": r"\bk4\.(?:secret|local)\.[A-Za-z0-9_-]{40,}",
    "cloud access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "token of a code host": r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50,}|glpat-[A-Za-z0-9_-]{20})",
    "token of a chat or mail provider": r"\b(?:xox[abpr]-[A-Za-z0-9-]{20,}|SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,})",
    "bot token": r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b",
    "random value of a secret": r"(?i)\b\w*(?:secret|password|token|api_?key)\w*[\"']?\s*[:=]\s*[\"']?[0-9a-f]{32,}\b",
}
COMPILED_PATTERNS = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}


def find_secrets(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and kind of each credential in a text."""
    lines = text.splitlines()
    for name, pattern in COMPILED_PATTERNS.items():
        for match in pattern.finditer(text):
            number = text.count("\n", 0, match.start()) + 1
            if MARK not in lines[number - 1]:
                yield number, name


def list_tracked_files() -> Iterator[Path]:
    """Yield the files that git tracks, and new ones that it does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    # The list ends with a separator.
    names = set(listing.split("\0")) - {""}
    for name in sorted(names):
        file = ROOT / name
        if file.is_file() and file.stat().st_size <= MAX_FILE_BYTES:
            yield file


def main() -> int:
    """Print the place of each finding, but not its value. Exit code 1 if there is one."""
    finding_count = 0
    for file in list_tracked_files():
        try:
            text = file.read_text()
        except UnicodeDecodeError:
            continue
        for number, name in find_secrets(text):
            finding_count += 1
            print(f"{file.relative_to(ROOT)}:{number}: {name}")
    return 1 if finding_count else 0


if __name__ == "__main__":
    sys.exit(main())
