"""Rules for events of comments, messages, requests, cars and articles."""

from datetime import datetime

from chassis.formats import format_roubles
from contracts import content

from notifications.rules.formats import format_moment, format_request_kind, format_subject
from notifications.rules.rule import build_rules


def _build_deadline_values(event: content.ContactOverdue | content.RequestOverdue, at: datetime) -> dict[str, str]:
    return {"due_at": format_moment(event.due_at)}


def _build_request_values(event: content.RequestCreated, at: datetime) -> dict[str, str]:
    kind = format_request_kind(event.kind)
    if event.car_title:
        kind = f"{kind}: {event.car_title}"
    return {"kind": kind, "due_at": format_moment(event.due_at)}


def _build_new_cars_values(event: content.SavedSearchMatched, at: datetime) -> dict[str, str]:
    lines = [_format_car(car) for car in event.cars]
    unlisted_count = event.count - len(event.cars)
    return {"cars": "\n".join(lines), "others": str(unlisted_count) if unlisted_count > 0 else ""}


def _format_car(car: content.MatchingCar) -> str:
    """Format a car as its title and its named prices, as on the cards of the catalogue."""
    if car.price_rub is None:
        return car.title
    prices = [f"{format_roubles(car.price_rub)} с таможней"]
    if car.turnkey_rub is not None:
        prices.append(f"{format_roubles(car.turnkey_rub)} под ключ")
    return f"{car.title} — {', '.join(prices)}"


def _build_crossing_values(event: content.PriceLimitCrossed, at: datetime) -> dict[str, str]:
    return {"limit": format_roubles(event.limit_rub), "now": format_roubles(event.current_rub)}


def _choose_crossing_variants(event: content.PriceLimitCrossed) -> list[str]:
    subject = "car" if event.car_id else "calculation"
    return [f"{subject}_{event.direction}"]


RULES = [
    *build_rules(content.CommentCreated),
    *build_rules(content.CommentApproved),
    *build_rules(content.CommentRejected, values=lambda event, at: {"reason": event.reason.rstrip(". ")}),
    *build_rules(
        content.ContactReceived,
        values=lambda event, at: {
            "subject": format_subject(event.subject).rstrip(". "),
            "due_at": format_moment(event.due_at),
        },
    ),
    *build_rules(content.ContactOverdue, values=_build_deadline_values),
    *build_rules(content.RequestOverdue, values=_build_deadline_values),
    *build_rules(
        content.RequestCreated,
        variants=lambda event: ["", "admins"] if event.user_id else ["admins"],
        values=_build_request_values,
    ),
    *build_rules(content.RequestWithdrawn),
    *build_rules(content.RequestsClaimed, values=lambda event, at: {"references": ", ".join(event.references)}),
    *build_rules(
        content.FavoritePriceChanged,
        values=lambda event, at: {
            "was": format_roubles(event.old_price_rub),
            "now": format_roubles(event.new_price_rub),
        },
    ),
    *build_rules(content.SavedSearchMatched, values=_build_new_cars_values),
    *build_rules(content.PriceLimitCrossed, variants=_choose_crossing_variants, values=_build_crossing_values),
    *build_rules(content.PostPublished, values=lambda event, at: {"post_title": event.title}),
]
