"""Service level objectives: the journeys of visitors as recording rules and burn-rate alerts.

A request is good when it was answered without a failure of ours and in time. 999 of 1000 must be; the alerts show how
fast the thousandth is being spent: 14.4 times too fast empties a month's budget in two days, 6 times in five, once in
a month (Google SRE workbook, chapter 5). The short window makes an alert end soon after its cause.
"""

from dataclasses import dataclass
from typing import Any

GOOD_SHARE = 0.999
WINDOWS = ("5m", "30m", "1h", "6h", "3d")
# Bounds in seconds, each a bucket of gateway/traefik.yml: of reading, of a change, of a change that another company's
# server takes part in.
READING = "0.3"
CHANGING = "1"
CHANGING_ELSEWHERE = "5"
# Where the runbooks can be read: an external label of Prometheus.
RUNBOOKS = "{{ $externalLabels.runbooks }}"


@dataclass(frozen=True)
class Journey:
    """`total` and `good` are counters, the latter of those answered without failure and in time."""

    name: str
    title: str
    total: str
    good: str
    # The routers of the gateway that count it; none for what does not pass the gateway.
    routers: tuple[str, ...] = ()


def of_routers(*routers: str) -> str:
    return f'router=~"({"|".join(routers)})@file"'


def through_gateway(name: str, title: str, *routers: str, seconds: str) -> Journey:
    """Requests as the gateway saw them, so a service that is gone counts as well. `seconds` is a bucket's bound."""
    metric = "traefik_router_request_duration_seconds"
    at = of_routers(*routers)
    bound = seconds.replace(".", "\\\\.")
    return Journey(
        name,
        title,
        total=f"{metric}_count{{{at}}}",
        good=f'{metric}_bucket{{{at},code!~"5..",le=~"{bound}(\\\\.0)?"}}',
        routers=routers,
    )


def without_time(name: str, title: str, *routers: str) -> Journey:
    """Requests whose time the visitor decides, so that only a failure is bad."""
    metric = "traefik_router_requests_total"
    at = of_routers(*routers)
    return Journey(name, title, total=f"{metric}{{{at}}}", good=f'{metric}{{{at},code!~"5.."}}', routers=routers)


# Of the sections of the public interface: the account, the content, notifications, the calculator, the status.
JOURNEYS = (
    through_gateway("open_page", "открытие страницы", "content-pages", "web", seconds=READING),
    through_gateway("register", "регистрация и коды", "auth-codes", seconds=CHANGING),
    through_gateway("sign_in", "вход", "auth-login", seconds=CHANGING),
    through_gateway("account", "сессия и профиль", "auth", seconds=CHANGING),
    # How long an upload lasts depends on the visitor's line.
    without_time("picture", "фотография профиля", "auth-pictures"),
    through_gateway("read", "чтение блога и каталога", "content", "content-search", seconds=READING),
    through_gateway("send_form", "отправка формы", "content-forms", seconds=CHANGING),
    through_gateway("orders", "заказы", "content-orders", "content-shared-orders", seconds=READING),
    through_gateway("payments", "платежи", "content-payments", seconds=CHANGING_ELSEWHERE),
    through_gateway("inbox", "лента уведомлений", "notifications", seconds=READING),
    without_time("stream", "живой поток", "notifications-stream"),
    Journey(
        "receive_notification",
        "получение уведомления",
        total='event_delay_seconds_count{service="notifications"}',
        good='event_delay_seconds_bucket{service="notifications",le=~"5(\\\\.0)?"}',
    ),
    through_gateway("calculate", "расчёт", "calculator-calculate", seconds=READING),
    through_gateway("saved_calculations", "сохранённые расчёты", "calculator-saved", seconds=READING),
    through_gateway("see_status", "страница состояния", "status", "status-page", seconds=READING),
)


@dataclass(frozen=True)
class Burn:
    """One alert: the budget burns `times` too fast over both windows, and at least `least` requests went wrong."""

    alert: str
    times: float
    long: str
    short: str
    severity: str
    least: int
    summary: str


BURNS = (
    Burn("SloBurnRateFast", 14.4, "1h", "5m", "page", 5, "месячный запас ошибок кончится за два дня"),
    Burn("SloBurnRateMedium", 6, "6h", "30m", "page", 10, "месячный запас ошибок кончится за пять дней"),
    Burn("SloBurnRateSlow", 1, "3d", "6h", "ticket", 10, "ошибок больше, чем отведено на месяц"),
)


def recording_rules(journey: Journey, window: str) -> list[dict[str, Any]]:
    """The share of bad requests over a window, and their number. Without requests there is neither."""
    total = f"sum(increase({journey.total}[{window}]))"
    good = f"sum(increase({journey.good}[{window}]))"
    bad = f"clamp_min({total} - ({good} or vector(0)), 0)"
    return [
        {"record": f"journey:bad_requests:increase{window}", "expr": bad, "labels": {"journey": journey.name}},
        {
            "record": f"journey:bad_requests:ratio{window}",
            "expr": f"{bad} / ({total} > 0)",
            "labels": {"journey": journey.name},
        },
    ]


def alert_rule(burn: Burn) -> dict[str, Any]:
    limit = f"{burn.times * (1 - GOOD_SHARE):.4f}".rstrip("0")
    ratio = "journey:bad_requests:ratio"
    number = "journey:bad_requests:increase"
    return {
        "alert": burn.alert,
        "expr": f"{ratio}{burn.long} > {limit} and {ratio}{burn.short} > {limit} "
        f"and {number}{burn.long} >= {burn.least}",
        "labels": {"severity": burn.severity},
        "annotations": {
            "summary": f"Путь {{{{ $labels.journey }}}}: {burn.summary}",
            "runbook_url": f"{RUNBOOKS}/{burn.alert}.md",
        },
    }


def rules() -> dict[str, Any]:
    """The content of `rules/journeys.yml`."""
    groups = [
        {
            "name": f"journey {journey.name}",
            "rules": [rule for window in WINDOWS for rule in recording_rules(journey, window)],
        }
        for journey in JOURNEYS
    ]
    return {"groups": [*groups, {"name": "journey alerts", "rules": [alert_rule(burn) for burn in BURNS]}]}
