"""The dashboards of Grafana: an overview, the journeys, the live stream, the events, the business, and each service."""

from contracts.services import SERVICES

from deploy.observability import journeys
from deploy.observability.panels import Dashboard, Panel, build_panel

# This label matcher leaves out the requests of Prometheus and of the probes.
VISITOR_ROUTES = 'route!~"/healthz|/readyz|/metrics"'


def build_events_per_hour_panel(title: str, *types: str) -> Panel:
    """Build a panel with a line for each type of event: the number of events published in an hour."""
    return Panel(
        title,
        tuple((f'sum(increase(outbox_published_total{{type="{kind}"}}[1h]))', kind) for kind in types),
    )


def build_quantile_query(quantile: float, metric: str, by: str = "", where: str = "") -> str:
    """Return the PromQL of a quantile of a histogram over 5 minutes."""
    labels = f"le, {by}" if by else "le"
    return f"histogram_quantile({quantile}, sum by ({labels}) (rate({metric}_bucket{{{where}}}[5m])))"


OVERVIEW = Dashboard(
    "overview",
    "Обзор",
    (
        build_panel("Части", "part:up:max", "{{part}}"),
        build_panel(
            "Доля плохих запросов за 5 минут", "journey:bad_requests:ratio5m", "{{journey}}", unit="percentunit"
        ),
        build_panel("Доля плохих запросов за час", "journey:bad_requests:ratio1h", "{{journey}}", unit="percentunit"),
        build_panel(
            "Запросы",
            f"sum by (service) (rate(http_requests_total{{{VISITOR_ROUTES}}}[5m]))",
            "{{service}}",
            unit="reqps",
        ),
        build_panel(
            "Отказы по нашей вине",
            f'sum by (service) (rate(http_requests_total{{{VISITOR_ROUTES},status=~"5.."}}[5m]))',
            "{{service}}",
            unit="reqps",
            defaults_to_zero=True,
        ),
        build_panel(
            "Время ответа, p99",
            build_quantile_query(0.99, "http_request_duration_seconds", "service", VISITOR_ROUTES),
            "{{service}}",
            unit="s",
        ),
        build_panel(
            "Запросы у входа",
            "sum by (code) (rate(traefik_entrypoint_requests_total[5m]))",
            "{{code}}",
            unit="reqps",
        ),
        build_panel("Память", "sum by (service) (process_resident_memory_bytes)", "{{service}}", unit="bytes"),
        build_panel(
            "Процессор", "sum by (service) (rate(process_cpu_seconds_total[5m]))", "{{service}}", unit="percentunit"
        ),
        build_panel("Соединения с PostgreSQL", "postgres_connections", "{{database}}"),
        build_panel("Размер баз", "postgres_size_bytes", "{{database}}", unit="bytes"),
        build_panel("Транзакции", "rate(postgres_commits_total[5m])", "{{database}}", unit="ops"),
        build_panel(
            "Блоки из памяти",
            "sum(rate(postgres_blocks_hit_total[5m])) / "
            "(sum(rate(postgres_blocks_hit_total[5m])) + sum(rate(postgres_blocks_read_total[5m])))",
            unit="percentunit",
        ),
        build_panel("Самая старая транзакция", "postgres_longest_transaction_seconds", unit="s"),
        build_panel("Свободно на диске", "disk_free_bytes / disk_size_bytes", "{{place}}", unit="percentunit"),
    ),
)


def build_journey_panel(journey: journeys.Journey) -> Panel:
    """Build a panel with the share of bad requests of a journey, over three windows. The objective allows 0.001."""
    metric = "journey:bad_requests:ratio"
    return Panel(
        journey.title[0].upper() + journey.title[1:],
        tuple((f'{metric}{window}{{journey="{journey.name}"}}', window) for window in ("5m", "1h", "3d")),
        unit="percentunit",
        defaults_to_zero=True,
    )


JOURNEYS = Dashboard("journeys", "Пути посетителей", tuple(map(build_journey_panel, journeys.JOURNEYS)))

STREAMS = Dashboard(
    "sse",
    "Живой поток",
    (
        build_panel("Открытые потоки", "sum by (instance) (live_streams_open)", "{{instance}}"),
        build_panel("События в потоки", "sum by (instance) (rate(live_events_delivered_total[5m]))", "{{instance}}"),
        build_panel("От события до страницы, p50", build_quantile_query(0.5, "live_delivery_seconds"), unit="s"),
        build_panel("От события до страницы, p99", build_quantile_query(0.99, "live_delivery_seconds"), unit="s"),
        build_panel(
            "Вернулись после обрыва",
            "sum by (result) (rate(live_replays_total[5m]))",
            "{{result}}",
            defaults_to_zero=True,
        ),
        build_panel("Дочитано из журнала", "sum(rate(live_events_replayed_total[5m]))"),
        build_panel("Не успевали читать", "sum(rate(live_slow_readers_total[5m]))"),
        build_panel(
            "Закрыты нами", "sum by (reason) (rate(live_streams_closed_total[5m]))", "{{reason}}", defaults_to_zero=True
        ),
        build_panel("Ждут доставки", "sum by (channel) (channel_waiting)", "{{channel}}"),
    ),
)

EVENTS = Dashboard(
    "events",
    "События",
    (
        build_panel("Опубликовано", "sum by (type) (rate(outbox_published_total[5m]))", "{{type}}"),
        build_panel(
            "Самое старое неопубликованное", "max by (service) (outbox_oldest_seconds)", "{{service}}", unit="s"
        ),
        build_panel("Ожидают обработки", "jetstream_consumer_pending", "{{consumer}}"),
        build_panel("Отданы и не отвечены", "jetstream_consumer_unacknowledged", "{{consumer}}"),
        build_panel("Отданы повторно", "jetstream_consumer_redelivered", "{{consumer}}"),
        build_panel(
            "Обработано",
            "sum by (service, result) (rate(events_handled_total[5m]))",
            "{{service}} {{result}}",
        ),
        build_panel(
            "От события до обработки, p99",
            build_quantile_query(0.99, "event_delay_seconds", "service"),
            "{{service}}",
            unit="s",
        ),
        build_panel("Отложено", 'jetstream_stream_messages{stream="DLQ"}'),
        build_panel("Хранится событий", 'jetstream_stream_messages{stream="EVENTS"}'),
        build_panel("Место под потоки", "jetstream_storage_bytes", "{{node}}", unit="bytes"),
        build_panel(
            "Отставание копий потоков, сообщений",
            "max by (stream) (jetstream_replica_last_sequence)"
            " - on (stream) group_right () max by (stream, node) (jetstream_replica_last_sequence)",
            "{{node}} {{stream}}",
        ),
        build_panel("Сообщения NATS", "rate(nats_received_messages_total[5m])", "{{node}}"),
        build_panel("Отрезаны как медленные", "increase(nats_slow_consumers_total[1h])", "{{node}}"),
        build_panel("Соединения с NATS", "nats_connections", "{{node}}"),
        build_panel(
            "Последний шаг фонового процесса",
            "time() - max by (service, worker) (worker_turn_timestamp_seconds)",
            "{{service}} {{worker}}",
            unit="s",
        ),
        build_panel(
            "Работы по расписанию",
            "sum by (job_name, result) (increase(job_runs_total[1h]))",
            "{{job_name}} {{result}}",
        ),
    ),
)

BUSINESS = Dashboard(
    "business",
    "Дело",
    (
        build_events_per_hour_panel("Регистрации за час", "auth.user.registered", "auth.user.verified"),
        build_panel("Входы", "sum by (way, result) (increase(auth_logins_total[1h]))", "{{way}} {{result}}"),
        build_panel(
            "Расчёты за час",
            'sum(increase(traefik_router_requests_total{router="calculator-calculate@file",code="200"}[1h]))',
        ),
        build_events_per_hour_panel("Сохранённые расчёты за час", "calculator.calculation.saved"),
        build_events_per_hour_panel("Заявки и сообщения за час", "content.request.created", "content.contact.received"),
        build_panel("Ждут ответа", "max(contact_waiting)"),
        build_panel(
            "Ответ просрочен за час",
            "sum by (kind) (increase(contact_overdue_total[1h]))",
            "{{kind}}",
            defaults_to_zero=True,
        ),
        build_panel("Старейший комментарий без решения", "max(comments_oldest_pending_seconds)", unit="s"),
        build_panel("Письма", "sum by (result) (increase(mail_total[1h]))", "{{result}}"),
        build_panel(
            "Уведомления",
            "sum by (channel, result) (increase(channel_deliveries_total[1h]))",
            "{{channel}} {{result}}",
        ),
        build_panel("Ошибки у посетителей", "sum by (level) (increase(client_log_lines_total[1h]))", "{{level}}"),
        build_panel("Службы на /status", "max by (exported_service) (service_operational)", "{{exported_service}}"),
    ),
)

# Panels of the metrics that only one service has, by service.
OWN_PANELS = {
    "auth": (
        build_panel("Входы", "sum by (way, result) (rate(auth_logins_total[5m]))", "{{way}} {{result}}"),
        build_panel("Коды", "sum by (purpose, result) (rate(auth_codes_total[5m]))", "{{purpose}} {{result}}"),
        build_panel("Хеш пароля, p99", build_quantile_query(0.99, "auth_password_hash_seconds"), unit="s"),
        build_panel(
            "Продления", "sum by (result) (rate(auth_refreshes_total[5m]))", "{{result}}", defaults_to_zero=True
        ),
        build_panel("Повторы старого ключа", "increase(auth_refresh_replays_total[1h])"),
        build_panel("Стирание просрочено", "max(auth_erasures_overdue)"),
        build_panel(
            "Провайдеры входа",
            "sum by (provider, result) (rate(auth_provider_seconds_count[5m]))",
            "{{provider}} {{result}}",
            defaults_to_zero=True,
        ),
        build_panel(
            "Провайдеры входа, p99",
            build_quantile_query(0.99, "auth_provider_seconds"),
            unit="s",
            defaults_to_zero=True,
        ),
    ),
    "content": (
        build_panel("Ждут ответа", "max(contact_waiting)"),
        build_panel("Старейший комментарий без решения", "max(comments_oldest_pending_seconds)", unit="s"),
    ),
    "notifications": (
        build_panel("Открытые потоки", "sum(live_streams_open)"),
        build_panel(
            "Доставки", "sum by (channel, result) (rate(channel_deliveries_total[5m]))", "{{channel}} {{result}}"
        ),
    ),
    "calculator": (
        build_panel(
            "Время расчёта, p99",
            build_quantile_query(
                0.99, "http_request_duration_seconds", where='service="calculator",route=~".+/calculate"'
            ),
            unit="s",
        ),
    ),
    "status": (
        build_panel(
            "Пробы", "sum by (exported_service, found) (rate(probe_total[5m]))", "{{exported_service}} {{found}}"
        ),
        build_panel(
            "Время пробы", "max by (exported_service) (probe_latency_seconds)", "{{exported_service}}", unit="s"
        ),
        build_panel("Строки браузеров", "sum by (level) (rate(client_log_lines_total[5m]))", "{{level}}"),
    ),
}


def build_request_panels(where: str) -> tuple[Panel, ...]:
    return (
        build_panel("Запросы", f"sum by (route) (rate(http_requests_total{{{where}}}[5m]))", "{{route}}", unit="reqps"),
        build_panel(
            "Отказы по нашей вине",
            f'sum by (route) (rate(http_requests_total{{{where},status=~"5.."}}[5m]))',
            "{{route}}",
            unit="reqps",
            defaults_to_zero=True,
        ),
        build_panel(
            "Время ответа, p99",
            build_quantile_query(0.99, "http_request_duration_seconds", "route", where),
            "{{route}}",
            unit="s",
        ),
        build_panel(
            "Ответы", f"sum by (status) (rate(http_requests_total{{{where}}}[5m]))", "{{status}}", unit="reqps"
        ),
    )


def build_process_panels(where: str) -> tuple[Panel, ...]:
    return (
        build_panel("Память", f"process_resident_memory_bytes{{{where}}}", "{{instance}}", unit="bytes"),
        build_panel("Процессор", f"rate(process_cpu_seconds_total{{{where}}}[5m])", "{{instance}}", unit="percentunit"),
        build_panel("Открытые файлы", f"process_open_fds{{{where}}}", "{{instance}}"),
    )


def build_event_panels(where: str) -> tuple[Panel, ...]:
    """Build the panels of published and handled events, and of the workers.

    The first two may have no samples for a while, so they show zero then.
    """
    return (
        build_panel(
            "Опубликованные события",
            f"sum by (type) (rate(outbox_published_total{{{where}}}[5m]))",
            "{{type}}",
            defaults_to_zero=True,
        ),
        build_panel(
            "Обработанные события",
            f"sum by (type, result) (rate(events_handled_total{{{where}}}[5m]))",
            "{{type}} {{result}}",
            defaults_to_zero=True,
        ),
        build_panel(
            "Фоновые процессы",
            f"time() - max by (worker) (worker_turn_timestamp_seconds{{{where}}})",
            "{{worker}}",
            unit="s",
        ),
    )


def build_service_dashboard(name: str) -> Dashboard:
    """Return the dashboard of a service: requests, process, events and workers, then `OWN_PANELS`."""
    selector = f'service="{name}"'
    panels = (
        build_request_panels(f"{selector},{VISITOR_ROUTES}")
        + build_process_panels(selector)
        + build_event_panels(selector)
        + OWN_PANELS.get(name, ())
    )
    return Dashboard(f"service-{name}", f"Сервис {name}", panels)


DASHBOARDS = (OVERVIEW, JOURNEYS, STREAMS, EVENTS, BUSINESS, *(build_service_dashboard(name) for name in SERVICES))
