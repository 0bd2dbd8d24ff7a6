"""`python -m tests.architecture.words [PATH ...]`: private words of this codebase, each with the usual term.

A word is in the list when it has no ordinary meaning in code or English that we need. Identifiers are read word
by word (`camelCase`, `snake_case`, `kebab-case`), prose likewise; Russian texts, what is generated, and migrations
(history) are not read.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = (
    *("*.py", "*.ts", "*.tsx", "*.js", "*.mjs", "*.css", "*.md", "*.yml", "*.yaml", "*.toml", "*.sh", "*.conf"),
    *("*.html", "*.j2", "*.jinja", "*.typ", "*Dockerfile", "*Caddyfile", "Makefile"),
)
NOT_READ = (
    ":(exclude,glob)services/*/migrations/versions/**",
    ":(exclude,glob)web/src/app/wire/**",
    ":!docs/copy",
    ":!docs/reference",
    ":!web/pnpm-lock.yaml",
    ":!deploy/observability/grafana",
    # Drawings of cars: their doors are doors.
    ":!web/drawings",
    # They name the refused words.
    ":!tests/architecture/words.py",
    ":!tests/architecture/test_words.py",
)

INSTEAD = {
    "fact facts": "event",
    "letter letters": "email, or character (of an alphabet)",
    "letterhead": "email layout",
    "deed deeds": "action",
    "desk desks": "admin list, inbox or moderation queue",
    "paper papers": "document",
    "sheet sheets": "page, CSV export, popover or route handle",
    "tell tells told untold": "notify, show, send, report, pass",
    "hear hears heard": "receive, handle",
    "overheard": "received",
    "standing": "account state, session state or revocation",
    "dossier": "personal data, data export",
    "disown disowned disowning": "report an unrecognized session",
    "patience": "timeout",
    "distrust": "mark as possibly stale",
    "believing belief believes": "health state",
    "outlook": "summary",
    "house houses": "codebase, project",
    "rooms floors": "module, layer",
    "door doors": "gateway, path, port",
    "board boards": "dashboard, or components and history",
    "wall walls": "rule, limit",
    "eyes": "observability",
    "twin twins": "precompressed file",
    "furnished": "screenshot fixtures",
    "trouble troubles": "problem, error or message",
    "dies died": "exits, fails, ends",
    "lives": "runs, is valid, is open",
    "settle settles": "save, apply, finish",
    "noted": "on_error, stored",
    "insist insists": "retry",
    "sleeps sleeping": "waits",
    "wake wakes woken woke awake": "is notified, notifies",
    "greet greets greeting": "send the initial state",
    "bury buries buried": "delete, purge",
    "stranger strangers": "another person, attacker, unknown user",
    "wanted": "required, requested",
    "leftovers": "orphan processes",
    "he his him himself": "they, the user",
    "beforehand whereupon thereupon heretofore": "a simpler sentence",
    "careless watchful": "what the settings do",
    "blamed": "cause",
    "ears": "handlers",
    "sealing sealed unseal": "encryption, signature",
}
REFUSED = {word: term for words, term in INSTEAD.items() for word in words.split()}
# Established terms that contain one of the words.
TERMS = re.compile(
    r"letter[-_ ]?spacing|letterSpacing|upper[- ]?case letters?|style ?sheets?|cssstylesheets?|bottom sheets?"
    r"|long[- ]?standing|wall[- ]?clock|fire ?wall|time\.sleep|asyncio\.sleep|sealed[- ]?box(es)?|in fact\b"
    r"|data ?sheets?|spread ?sheets?|cheat ?sheets?|facts? of life|paper ?format|format: ?'?a4|white paper",
    re.IGNORECASE,
)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
MARK = "words: allow"


def refused_words(text: str) -> Iterator[tuple[int, str]]:
    """Each refused word of a text, with its line; a line that ends in `words: allow (why)` is passed over."""
    for number, line in enumerate(text.splitlines(), start=1):
        if MARK in line:
            continue
        for word in WORD.findall(TERMS.sub(" ", line)):
            if word.lower() in REFUSED:
                yield number, word


def findings(path: str, text: str) -> Iterator[str]:
    """One line for each refused word in the file's name and its text."""
    for word in WORD.findall(TERMS.sub(" ", path)):
        if word.lower() in REFUSED:
            yield f"{path}: its name says '{word}'; say: {REFUSED[word.lower()]}"
    for number, word in refused_words(text):
        yield f"{path}:{number}: '{word}'; say: {REFUSED[word.lower()]}"


def files(paths: list[str]) -> Iterator[Path]:
    """The tracked and the new files that the word list concerns; only those below `paths`, if there are any."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *READ, *NOT_READ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    below = tuple(path.rstrip("/") for path in paths)
    for name in sorted(set(filter(None, listed.split("\0")))):
        is_selected = not below or any(name == path or name.startswith(f"{path}/") for path in below)
        if is_selected and (ROOT / name).is_file():
            yield ROOT / name


def main(paths: list[str]) -> int:
    found = [one for file in files(paths) for one in findings(str(file.relative_to(ROOT)), file.read_text())]
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
