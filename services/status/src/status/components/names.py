"""The six components of the status page. Their ids, names and order are part of the HTTP contract.

The contract calls a component a service, and so does the code of this service. Programs such as `content` are parts.
"""

from collections.abc import Iterable
from typing import Literal

ServiceId = Literal["website", "api", "database", "auth", "storage", "email"]

NAMES: dict[ServiceId, str] = {
    "website": "Сайт",
    "api": "API-сервер",
    "database": "База данных",
    "auth": "Авторизация",
    "storage": "Файловое хранилище",
    "email": "Почтовая служба",
}
DESCRIPTIONS: dict[ServiceId, str] = {
    "website": "Главная страница открывается через шлюз",
    "api": "Калькулятор, блог, вход и уведомления отвечают через шлюз, события доходят",
    "database": "Базы данных всех служб отвечают на запросы",
    "auth": "Проверочная учётная запись входит и выходит",
    "storage": "Файл записывается и читается обратно",
    "email": "Почтовый сервер принимает письмо к доставке",
}
# The parts behind the components, as probes name them: a component may fail because of any of several parts.
PARTS: dict[str, str] = {
    "gateway": "шлюз",
    "web": "страницы сайта",
    "database": "база данных",
    "auth": "вход",
    "content": "блог, каталог и заявки",
    "notifications": "уведомления",
    "calculator": "калькулятор",
    "events": "доставка событий",
    "files": "файлы",
    "mail": "почта",
}
UPTIME_RULE = (
    "Доступность — доля времени без сбоя: полный отказ считается целиком, частичный — на 30 %, "
    "замедление не считается. Плановые работы и время без данных исключены. Округление — всегда вниз."
)


def format_service_names(services: Iterable[str]) -> str:
    """Return the components' names in the page's order: «Сайт», «База данных»."""
    service_ids = set(services)
    return ", ".join(f"«{NAMES[service]}»" for service in NAMES if service in service_ids)


def format_part_names(parts: Iterable[str]) -> str:
    """Return the Russian names of the parts, in a stable order."""
    part_ids = set(parts)
    return ", ".join(name for part, name in PARTS.items() if part in part_ids)
