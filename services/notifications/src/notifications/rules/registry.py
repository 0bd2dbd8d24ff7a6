"""The registry of all notification rules."""

from contracts.event import Event

from notifications.rules import accounts, content, deals, operations
from notifications.rules.rule import NotificationRule

RULES: dict[str, NotificationRule] = {
    rule.key: rule for module in (accounts, content, deals, operations) for rule in module.RULES
}
RULES_BY_EVENT: dict[type[Event], list[NotificationRule]] = {}
for _rule in RULES.values():
    RULES_BY_EVENT.setdefault(_rule.event, []).append(_rule)
