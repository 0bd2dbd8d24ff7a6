"""Print the public half of the root key, the value of IDENTITY_ROOT_KEYS: `python -m auth.root_key`."""

import sys

from auth.sessions.keys import get_public_root
from auth.settings import Settings

if __name__ == "__main__":
    sys.stdout.write(f"{get_public_root(Settings())}\n")
