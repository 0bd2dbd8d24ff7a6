"""Who may do what: one list for all services, so that a role's reach can be read in one place."""

GRANTS: dict[str, frozenset[str]] = {
    "users:administer": frozenset({"admin"}),
    "comments:moderate": frozenset({"admin"}),
    "content:administer": frozenset({"admin"}),
    "settings:administer": frozenset({"admin"}),
    "notifications:administer": frozenset({"admin"}),
    "calculator:administer": frozenset({"admin"}),
    "status:administer": frozenset({"admin"}),
}
