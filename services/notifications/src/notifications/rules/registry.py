"""The registry of all notification rules."""

from contracts.event import Event

from notifications.rules import accounts, content, deals, operations
from notifications.rules.rule import NotificationRule

RULES: dict[str, NotificationRule] = {}
RULES_BY_EVENT: dict[type[Event], list[NotificationRule]] = {}
for _rule in [*accounts.RULES, *content.RULES, *deals.RULES, *operations.RULES]:
    RULES[_rule.key] = _rule
    RULES_BY_EVENT.setdefault(_rule.event, []).append(_rule)
