"""The AsyncAPI 3.0 document of all events, generated from their classes: `python -m contracts.asyncapi`."""

import importlib
import json
import sys
from typing import Any

from contracts.event import EVENTS, Event, build_nats_subject
from contracts.services import SERVICES


def build_document() -> dict[str, Any]:
    """Build the document; channels are sorted so that a comparison shows real changes only."""
    for publisher in SERVICES:
        importlib.import_module(f"contracts.{publisher}")
    names = sorted(EVENTS)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Меридиан Авто: events", "version": "1.0.0"},
        "defaultContentType": "application/cloudevents+json",
        "channels": {name: _describe_channel(name) for name in names},
        "operations": {f"send.{name}": _describe_operation(name) for name in names},
        "components": {"messages": {name: _describe_message(EVENTS[name]) for name in names}},
    }


def _describe_channel(name: str) -> dict[str, Any]:
    channel: dict[str, Any] = {
        "address": build_nats_subject(name, "{service}"),
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
    }
    if EVENTS[name].is_answer:
        channel["parameters"] = {"service": {"enum": list(SERVICES)}}
    return channel


def _describe_operation(name: str) -> dict[str, Any]:
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{name}"},
        "tags": [{"name": name.partition(".")[0]}],
    }


def _describe_message(event: type[Event]) -> dict[str, Any]:
    envelope = {
        "specversion": {"const": "1.0"},
        "id": {"type": "string", "format": "uuid"},
        "source": {"type": "string"},
        "type": {"const": event.type},
        "subject": {"type": "string"},
        "time": {"type": "string", "format": "date-time"},
        "traceparent": {"type": "string"},
        "dataschema": {"type": "string"},
        "data": event.model_json_schema(),
    }
    required_fields = ["specversion", "id", "source", "type", "time", "data"]
    summary = event.type
    if event.__doc__:
        summary = event.__doc__.strip().splitlines()[0]
    return {
        "name": event.type,
        "summary": summary,
        "payload": {"type": "object", "required": required_fields, "properties": envelope},
    }


if __name__ == "__main__":
    json.dump(build_document(), sys.stdout, ensure_ascii=False, indent=2, sort_keys=True)
    sys.stdout.write("\n")
