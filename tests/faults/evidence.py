"""Reads what is stored after a fault run from the databases and the event bus, and compares it with the ledger."""

import os
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

import httpx2
from contracts.services import SERVICES

from deploy.local import nats, ports
from tests.faults.ledger import (
    Inbox,
    Ledger,
    Violation,
    Write,
    check_effects,
    check_events,
    check_inboxes,
    check_writes,
)
from tests.journeys import databases
from tests.journeys.users import list_email_texts, open_browser

# The service and the query of (key, id) of each kind of write.
STORED_WRITES = {
    "contact": ("content", "SELECT message, id FROM contacts WHERE starts_with(message, %s)"),
    "comment": ("content", "SELECT content, id FROM comments WHERE starts_with(content, %s)"),
    "order": ("content", "SELECT number, id FROM orders WHERE starts_with(number, %s)"),
    "calculation": ("calculator", "SELECT title, id FROM calculations WHERE starts_with(title, %s)"),
    "campaign": ("notifications", "SELECT title, id FROM campaigns WHERE starts_with(title, %s)"),
}
EVENT_BY_KIND = {
    "contact": ("content", "content.contact.received", "contact_id"),
    "comment": ("content", "content.comment.created", "comment_id"),
    "order": ("content", "content.order.created", "order_id"),
}
SELECT_EVENTS = "SELECT convert_from(body, 'UTF8')::jsonb -> 'data' ->> %s, id FROM outbox WHERE type = %s"
SELECT_INBOXES = """
SELECT user_id, unread, total, revision,
       (SELECT count(*) FROM notifications n WHERE n.user_id = s.user_id AND NOT is_read),
       (SELECT count(*) FROM notifications n WHERE n.user_id = s.user_id),
       (SELECT coalesce(max(l.revision), 0) FROM live_log l WHERE l.user_id = s.user_id)
FROM inbox_state s WHERE user_id = ANY(%s::uuid[])
"""


class Evidence:
    """The databases of a running stack. Each is read with the role of its service."""

    def __init__(self) -> None:
        self._addresses = {service: databases.get_database_url(service) for service in SERVICES}

    def read_rows(self, service: str, query: str, *values: Any) -> list[tuple[str, ...]]:
        """Return the rows of a query, with all columns as text."""
        return [tuple(map(str, row)) for row in databases.read_rows(self._addresses[service], query, *values)]

    def find_violations(
        self, ledger: Ledger, mark: str, *, administrators: list[str], buyers: list[str]
    ) -> list[Violation]:
        """Return the violations that the tables show. All keys of the run begin with `mark`."""
        return [
            *check_writes(self._list_lasting(ledger.writes), self._list_stored(mark, buyers)),
            *self._check_picture(ledger, buyers[-1]),
            *self._check_events(),
            *self._check_notifications(ledger, administrators, buyers),
            *self._check_copies(ledger),
            *check_inboxes(self.read_inboxes(administrators + buyers)),
            *self._check_emails(ledger),
        ]

    def read_inboxes(self, users: list[str]) -> list[Inbox]:
        """Read the counters of these inboxes."""
        return [
            Inbox(user, *map(int, numbers)) for user, *numbers in self.read_rows("notifications", SELECT_INBOXES, users)
        ]

    def _list_stored(self, mark: str, buyers: list[str]) -> Iterator[tuple[str, str, str]]:
        for kind, (service, query) in STORED_WRITES.items():
            yield from ((kind, key, id) for key, id in self.read_rows(service, query, mark))
        select_read_ids = "SELECT id FROM notifications WHERE is_read AND user_id = ANY(%s::uuid[])"
        yield from (("mark_read", id, id) for (id,) in self.read_rows("notifications", select_read_ids, buyers))
        for email, id in self.read_rows("auth", "SELECT email, id FROM accounts"):
            yield ("account", email, id)
        # Several registrations of an address may wait for their code. They count as one row.
        select_addresses = "SELECT DISTINCT email FROM registrations UNION SELECT email FROM accounts"
        yield from (("registration", email, email) for (email,) in self.read_rows("auth", select_addresses))

    @staticmethod
    def _list_lasting(writes: list[Write]) -> list[Write]:
        """Return all writes except pictures, since each new picture replaces the last one."""
        return [write for write in writes if write.kind != "avatar"]

    def _check_picture(self, ledger: Ledger, user: str) -> list[Violation]:
        """Check that the account shows the picture of the last acknowledged write or of a later attempt."""
        accepted_ids = [write.id for write in ledger.list_acknowledged_writes("avatar")]
        [(shown_url,)] = self.read_rows("auth", "SELECT avatar_url FROM accounts WHERE id = %s::uuid", user)
        if not accepted_ids:
            return []
        if shown_url in accepted_ids[:-1]:
            return [Violation("lost", f"the picture {accepted_ids[-1]}; {shown_url} is shown")]
        with open_browser() as http:
            status = http.get(shown_url).status_code
        return [] if status == 200 else [Violation("lost", f"the picture {shown_url}: {status}")]

    def _check_events(self) -> list[Violation]:
        outboxes = [self.read_rows(service, "SELECT id, type FROM outbox") for service in SERVICES]
        published_types = {id: kind for rows in outboxes for id, kind in rows}
        seen_events = {
            service: [id for (id,) in self.read_rows(service, "SELECT id FROM seen_events")] for service in SERVICES
        }
        handled_types = read_consumed_types()
        assert handled_types.keys() == seen_events.keys(), f"the consumers are {sorted(handled_types)}"
        return check_events(published_types, handled_types, seen_events)

    def _check_notifications(self, ledger: Ledger, administrators: list[str], buyers: list[str]) -> list[Violation]:
        violations: list[Violation] = []
        recipients = {"contact": administrators, "comment": administrators, "order": buyers[:1]}
        for kind, (service, event, member) in EVENT_BY_KIND.items():
            source: dict[str, str] = dict(self.read_rows(service, SELECT_EVENTS, member, event))  # type: ignore[arg-type]
            ids = [write.id for write in ledger.list_acknowledged_writes(kind) if write.id]
            violations += check_effects(f"the event {event}", ids, (id for id in source if id in ids))
            violations += self._check_recipients(
                kind, [compute_source_id(source[id], event) for id in ids if id in source], recipients[kind]
            )
        campaigns = [write.id for write in ledger.list_acknowledged_writes("campaign") if write.id]
        return violations + self._check_recipients("campaign", campaigns, buyers)

    def _check_recipients(self, kind: str, sources: list[str], users: list[str]) -> list[Violation]:
        query = "SELECT user_id, source_id FROM notifications WHERE source_id = ANY(%s::uuid[])"
        stored_rows = self.read_rows("notifications", query, sources)
        expected = [f"{user} {source}" for user in users for source in sources]
        seen_ids = [f"{user_id} {source_id}" for user_id, source_id in stored_rows if user_id in users]
        return check_effects(f"the notification ({kind})", expected, seen_ids)

    def _check_copies(self, ledger: Ledger) -> list[Violation]:
        emails = [write.key for write in ledger.list_acknowledged_writes("account")]
        orders = [write.id for write in ledger.list_acknowledged_writes("order") if write.id]
        select_emails = "SELECT email FROM {} WHERE email = ANY(%s)"
        return [
            *check_effects(
                "content's copy",
                emails,
                get_first_column(self.read_rows("content", select_emails.format("user_copies"), emails)),
            ),
            *check_effects(
                "notifications' copy",
                emails,
                get_first_column(self.read_rows("notifications", select_emails.format("users"), emails)),
            ),
            *check_effects(
                "calculator's copy",
                orders,
                get_first_column(
                    self.read_rows(
                        "calculator", "SELECT order_id FROM orders_copy WHERE order_id = ANY(%s::uuid[])", orders
                    )
                ),
            ),
        ]

    def _check_emails(self, ledger: Ledger) -> list[Violation]:
        keys_without_email = [
            write.key for write in ledger.list_acknowledged_writes("registration") if not list_email_texts(write.key)
        ]
        return [Violation("lost", f"the email of the registration {address}") for address in keys_without_email]


def compute_source_id(event_id: str, rule: str) -> str:
    """Return the source id of the notification that a rule makes of an event. An event may have several rules."""
    return str(uuid5(UUID(event_id), rule))


def get_first_column(rows: list[tuple[str, ...]]) -> list[str]:
    return [value for (value,) in rows]


def read_consumed_types() -> dict[str, set[str]]:
    """Return the types of events that each service reads, from the configuration of its consumers in NATS.

    After an upgrade that adds types, a second consumer reads the added types of the day before (decision 0116).
    """
    url = os.environ.get("NATS_MONITOR_URL") or nats.get_monitor_urls(ports.read_record()).split(",")[0]
    streams = httpx2.get(f"{url}/jsz?streams=1&consumers=1&config=1", timeout=60).json()
    [events] = [
        stream
        for account in streams["account_details"]
        for stream in account["stream_detail"]
        if stream["name"] == "EVENTS"
    ]
    types_by_service: dict[str, set[str]] = {}
    for consumer in events.get("consumer_detail") or []:
        config = consumer["config"]
        subjects = config.get("filter_subjects") or [config.get("filter_subject", "")]
        service = consumer["name"].removesuffix("_earlier")
        types_by_service.setdefault(service, set()).update(subject.removeprefix("events.") for subject in subjects)
    return types_by_service
