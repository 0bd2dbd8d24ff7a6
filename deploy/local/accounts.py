"""The lines that show how the first administrator and the demo buyer sign in.

A generated password is shown once; the database has only its hash.
"""

from typing import Any

AS_BEFORE = "as before (its password was shown at the first start; ADMIN_PASSWORD=... make up sets another)"


def has_generated_password(accounts: dict[str, Any]) -> bool:
    """Whether the seed generated a password, which must be shown now."""
    return bool(accounts.get("password") or (accounts.get("demo") or {}).get("password"))


def account_lines(accounts: dict[str, Any]) -> list[str]:
    """One line for each account that the seed reports."""
    lines = [f"administrator  {sign_in(accounts) if accounts.get('email') else AS_BEFORE}"]
    if accounts.get("demo"):
        lines.append(f"demo buyer     {sign_in(accounts['demo'])}")
    return lines


def sign_in(account: dict[str, Any]) -> str:
    if account.get("password"):
        return f"{account['email']}   password: {account['password']}   (shown only now)"
    if account.get("created"):
        return f"{account['email']}   with the password that was given"
    return f"{account['email']}   with its password as before, or the one that was given"
