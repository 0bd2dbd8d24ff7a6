"""Feeds and calendars as independent parsers read them (RFC 4287, RSS 2.0, RFC 5545)."""

from xml.etree import ElementTree

import feedparser
import httpx2
import icalendar
import pytest

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.parametrize("path", ["/rss.xml", "/api/status/feed.atom"])
def test_feeds_are_well_formed(visitor: httpx2.Client, path: str) -> None:
    answer = visitor.get(path)
    parsed_feed = feedparser.parse(answer.content)
    assert answer.status_code == 200
    assert parsed_feed.bozo == 0
    assert parsed_feed.feed.title
    ids = [entry.id for entry in parsed_feed.entries]
    assert len(ids) == len(set(ids))
    assert all({"updated", "published"} & set(entry.keys()) for entry in parsed_feed.entries)


def test_atom_names_an_author(visitor: httpx2.Client) -> None:
    """RFC 4287 section 4.1.1: the feed, or else every entry, contains an author."""
    feed_element = ElementTree.fromstring(visitor.get("/api/status/feed.atom").content)  # noqa: S314 - our own answer
    assert [name.text for name in feed_element.findall(f"{ATOM}author/{ATOM}name")] == ["Меридиан Авто"]


def test_empty_maintenance_calendar_is_valid(visitor: httpx2.Client) -> None:
    """RFC 5545 section 3.6: a calendar has at least one component."""
    answer = visitor.get("/api/status/maintenance.ics")
    assert b"\r\n" in answer.content
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert calendar.errors == []
    assert calendar.subcomponents
    assert calendar["PRODID"]
    assert calendar["VERSION"] == "2.0"
