"""The table: every fact that reaches people, to whom, of which type, in which words, by which channels."""

from contracts.event import Event

from notifications.facts import accounts, content, deals, operations
from notifications.facts.fact import Fact

CATALOGUE: dict[str, Fact] = {fact.key: fact for part in (accounts, content, deals, operations) for fact in part.FACTS}
BY_EVENT: dict[type[Event], list[Fact]] = {}
for _fact in CATALOGUE.values():
    BY_EVENT.setdefault(_fact.event, []).append(_fact)
