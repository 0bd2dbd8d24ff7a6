"""The account with which the status service's probe signs in; auth creates it."""

import hashlib
import hmac

# Addresses that the project's files once named: whoever reads them could lock the probe out with wrong passwords.
PUBLISHED_ADDRESSES = {"canary@example.com", "status-canary@example.com"}


def derive_canary_address(address: str, password: str) -> str:
    """Return the email address of the probe's account.

    If `address` is empty or was published, a secret address is derived from the password. Without a password the result
    is empty, and the probe does not sign in.
    """
    if not password:
        return ""
    if address and address.lower() not in PUBLISHED_ADDRESSES:
        return address
    digest = hmac.new(password.encode(), b"canary-address", hashlib.sha256).hexdigest()
    return f"canary-{digest[:20]}@example.com"
