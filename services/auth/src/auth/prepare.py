"""Creates the rows that auth needs at its first start: administrator, account of the login probe, demo accounts."""

import asyncio
import json
import sys
from pathlib import Path

from auth import erase_again, seed
from auth.settings import Settings


def prepare(*, demo: bool) -> None:
    """Repeat erasures that a restore has undone, then create missing accounts.

    Prints one JSON line. A generated password of the administrator is printed once: at the first start, or at the
    second one if the first was interrupted before it printed the line. If there is a file of erasures, a line with the
    number of repeated erasures comes first.
    """
    settings = Settings()
    erase_again.main(Path(settings.data_dir) / "erasures.jsonl")
    sys.stdout.write(json.dumps(asyncio.run(seed.seed(settings, demo=demo))) + "\n")
    sys.stdout.flush()
    seed.forget_unseen_passwords(settings)
