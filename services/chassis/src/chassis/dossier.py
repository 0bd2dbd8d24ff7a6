"""One person's data for an export: a part travels as one message, and NATS takes no message over a megabyte."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

ROOM = 700_000


def fitting(lists: Mapping[str, Sequence[Any]], *, room: int = ROOM, **whole: Any) -> dict[str, Any]:
    """The lists with as many of their first entries as have room, each list its turn, so that none crowds out another.

    Give them newest first and ready for JSON. How many entries of a list did not fit stands under `left_out`;
    what is `whole` is small and always goes along.
    """
    kept: dict[str, list[Any]] = {name: [] for name in lists}
    growing = list(lists)
    while growing:
        for name in list(growing):
            at = len(kept[name])
            rest = lists[name][at : at + 1]
            size = len(orjson.dumps(rest))
            if not rest or size > room:
                growing.remove(name)
            else:
                room -= size
                kept[name] += rest
    left_out = {name: len(lists[name]) - len(kept[name]) for name in lists if len(kept[name]) < len(lists[name])}
    return {**kept, **whole} | ({"left_out": left_out} if left_out else {})
