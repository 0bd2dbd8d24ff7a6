"""The six rows of the status page: ids and names are the spec's, the order is the page's."""

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
    "api": "Калькулятор, блог, вход и уведомления отвечают через шлюз",
    "database": "Базы данных всех служб отвечают на запросы",
    "auth": "Проверочная учётная запись входит и выходит",
    "storage": "Файл записывается и читается обратно",
    "email": "Почтовый сервер принимает письмо к доставке",
}
UPTIME_RULE = (
    "Доступность за день — доля проверок без сбоя: полный отказ считается целиком, частичный — на 30 %, "
    "замедление не считается. Плановые работы и время без данных исключены. Округление — всегда вниз."
)
