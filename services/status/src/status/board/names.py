"""The six rows of the status page: ids and names are the spec's, the order is the page's."""

from collections.abc import Iterable
from typing import Literal

ServiceId = Literal["website", "api", "database", "auth", "storage", "email"]
ServiceStatus = Literal["operational", "degraded", "down", "maintenance", "unknown"]

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
# What stands behind the rows, as a probe names what failed it: a row may fail because of any of several.
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


def named(services: Iterable[str]) -> str:
    """The services' names in the page's order: «Сайт», «База данных»."""
    wanted = set(services)
    return ", ".join(f"«{NAMES[service]}»" for service in NAMES if service in wanted)


def parts_named(parts: Iterable[str]) -> str:
    """What failed, in words, in a stable order."""
    wanted = set(parts)
    return ", ".join(word for part, word in PARTS.items() if part in wanted)
