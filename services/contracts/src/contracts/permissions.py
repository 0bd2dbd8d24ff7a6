"""Permissions by role: one list for all services."""

GRANTS: dict[str, frozenset[str]] = {
    "users:administer": frozenset({"admin"}),
    "comments:moderate": frozenset({"admin"}),
    "content:administer": frozenset({"admin"}),
    "settings:administer": frozenset({"admin"}),
    "notifications:administer": frozenset({"admin"}),
    "calculator:administer": frozenset({"admin"}),
    "status:administer": frozenset({"admin"}),
}
