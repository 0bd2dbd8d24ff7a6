"""Service level objectives: the journeys of visitors as recording rules and burn-rate alerts.

A request is good if it was answered without a server error and in time. The objective is 999 good requests out of
1000, so the error budget is one bad request out of 1000. An alert compares the burn rate with this budget: a rate of
14.4 uses a month's budget in two days, 6 in five days, 1 in a month (Google SRE workbook, chapter 5). The short window
makes an alert end soon after its cause.
"""

from dataclasses import dataclass
from typing import Any

GOOD_SHARE = 0.999
WINDOWS = ("5m", "30m", "1h", "6h", "3d")
# Time limits in seconds; each is a bucket of gateway/traefik.yml. They apply to reading, to a change, and to a change
# that needs an answer of another company's server.
READ_SECONDS = "0.3"
WRITE_SECONDS = "1"
EXTERNAL_WRITE_SECONDS = "5"
# The address of the runbooks is an external label of Prometheus.
RUNBOOKS = "{{ $externalLabels.runbooks }}"


@dataclass(frozen=True)
class Journey:
    """A journey of visitors. `total` and `good` are PromQL counters of all requests and of the good ones."""

    name: str
    title: str
    total: str
    good: str
    # Routers of the gateway that count the requests. Empty for a journey that does not use the gateway.
    routers: tuple[str, ...] = ()


def build_router_selector(*routers: str) -> str:
    """Return the PromQL selector of requests to these routers of the gateway."""
    return f'router=~"({"|".join(routers)})@file"'


def build_gateway_journey(name: str, title: str, *routers: str, seconds: str) -> Journey:
    """Return a journey whose requests the gateway counts. A request that no service answers is counted too.

    `seconds` is the time limit and must be the bound of a bucket.
    """
    metric = "traefik_router_request_duration_seconds"
    selector = build_router_selector(*routers)
    bound = seconds.replace(".", "\\\\.")
    return Journey(
        name,
        title,
        total=f"{metric}_count{{{selector}}}",
        good=f'{metric}_bucket{{{selector},code!~"5..",le=~"{bound}(\\\\.0)?"}}',
        routers=routers,
    )


def build_untimed_journey(name: str, title: str, *routers: str) -> Journey:
    """Return a journey whose duration depends on the visitor, so only a server error is bad."""
    metric = "traefik_router_requests_total"
    selector = build_router_selector(*routers)
    return Journey(
        name,
        title,
        total=f"{metric}{{{selector}}}",
        good=f'{metric}{{{selector},code!~"5.."}}',
        routers=routers,
    )


# The journeys in the order of the public interface: account, content, notifications, calculator, status.
JOURNEYS = (
    build_gateway_journey(
        "open_page",
        "открытие страницы",
        "content-pages",
        "content-link-pages",
        "web",
        "web-embed",
        seconds=READ_SECONDS,
    ),
    build_gateway_journey("register", "регистрация и коды", "auth-codes", seconds=WRITE_SECONDS),
    build_gateway_journey("sign_in", "вход", "auth-login", seconds=WRITE_SECONDS),
    build_gateway_journey("account", "сессия и профиль", "auth", seconds=WRITE_SECONDS),
    # The duration of an upload depends on the visitor's connection.
    build_untimed_journey("picture", "фотография профиля", "auth-pictures"),
    build_gateway_journey("read", "чтение блога и каталога", "content", "content-search", seconds=READ_SECONDS),
    build_gateway_journey("send_form", "отправка формы", "content-forms", seconds=WRITE_SECONDS),
    build_gateway_journey("orders", "заказы", "content-orders", "content-shared-orders", seconds=READ_SECONDS),
    build_gateway_journey("payments", "платежи", "content-payments", seconds=EXTERNAL_WRITE_SECONDS),
    build_gateway_journey("inbox", "лента уведомлений", "notifications", seconds=READ_SECONDS),
    build_untimed_journey("stream", "живой поток", "notifications-stream"),
    Journey(
        "receive_notification",
        "получение уведомления",
        total='event_delay_seconds_count{service="notifications"}',
        good='event_delay_seconds_bucket{service="notifications",le=~"5(\\\\.0)?"}',
    ),
    build_gateway_journey("calculate", "расчёт", "calculator-calculate", "calculator-public-api", seconds=READ_SECONDS),
    build_gateway_journey("saved_calculations", "сохранённые расчёты", "calculator-saved", seconds=READ_SECONDS),
    build_gateway_journey("see_status", "страница состояния", "status", "status-page", seconds=READ_SECONDS),
)


@dataclass(frozen=True)
class BurnRateAlert:
    """One alert. It fires if the burn rate of both windows is above `burn_rate`.

    In addition, at least `min_bad_requests` requests of the long window were bad.
    """

    name: str
    burn_rate: float
    long_window: str
    short_window: str
    severity: str
    min_bad_requests: int
    summary: str


BURN_RATE_ALERTS = (
    BurnRateAlert("SloBurnRateFast", 14.4, "1h", "5m", "page", 5, "месячный запас ошибок кончится за два дня"),
    BurnRateAlert("SloBurnRateMedium", 6, "6h", "30m", "page", 10, "месячный запас ошибок кончится за пять дней"),
    BurnRateAlert("SloBurnRateSlow", 1, "3d", "6h", "ticket", 10, "месячного запаса ошибок не хватит до конца месяца"),
)


def build_recording_rules(journey: Journey, window: str) -> list[dict[str, Any]]:
    """Return the rules for the number and the share of bad requests over a window.

    Without requests the share has no sample.
    """
    total = f"sum(increase({journey.total}[{window}]))"
    good_events = f"sum(increase({journey.good}[{window}]))"
    bad_events = f"clamp_min({total} - ({good_events} or vector(0)), 0)"
    return [
        {"record": f"journey:bad_requests:increase{window}", "expr": bad_events, "labels": {"journey": journey.name}},
        {
            "record": f"journey:bad_requests:ratio{window}",
            "expr": f"{bad_events} / ({total} > 0)",
            "labels": {"journey": journey.name},
        },
    ]


def build_alert_rule(alert: BurnRateAlert) -> dict[str, Any]:
    limit = f"{alert.burn_rate * (1 - GOOD_SHARE):.4f}".rstrip("0")
    ratio = "journey:bad_requests:ratio"
    number = "journey:bad_requests:increase"
    return {
        "alert": alert.name,
        "expr": f"{ratio}{alert.long_window} > {limit} and {ratio}{alert.short_window} > {limit} "
        f"and {number}{alert.long_window} >= {alert.min_bad_requests}",
        "labels": {"severity": alert.severity},
        "annotations": {
            "summary": f"Путь {{{{ $labels.journey }}}}: {alert.summary}",
            "runbook_url": f"{RUNBOOKS}/{alert.name}.md",
        },
    }


def build_rules() -> dict[str, Any]:
    """Return the content of `rules/journeys.yml`."""
    groups = [
        {
            "name": f"journey {journey.name}",
            "rules": [rule for window in WINDOWS for rule in build_recording_rules(journey, window)],
        }
        for journey in JOURNEYS
    ]
    return {
        "groups": [
            *groups,
            {"name": "journey alerts", "rules": [build_alert_rule(alert) for alert in BURN_RATE_ALERTS]},
        ]
    }
