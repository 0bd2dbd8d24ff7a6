"""Reference numbers that a visitor can read out by telephone: short, without characters that look alike."""

import secrets

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_reference() -> str:
    """A random number, for example MA-7K3QX9: one of a thousand million, so it cannot be guessed."""
    return "MA-" + "".join(secrets.choice(ALPHABET) for _ in range(6))
