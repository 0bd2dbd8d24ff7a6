"""The number a visitor may quote by telephone: short, without signs that sound or look alike."""

import secrets

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_reference() -> str:
    """For example MA-7K3QX9: a thousand million of them, so a guess finds nothing."""
    return "MA-" + "".join(secrets.choice(SIGNS) for _ in range(6))
