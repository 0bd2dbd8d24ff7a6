"""Russian names of codes in events, and formats of times in notifications."""

from datetime import date, datetime

from babel.dates import format_date
from chassis.formats import MOSCOW, format_duration, format_moscow_time
from contracts.content import REQUEST_KINDS

CONTACT_SUBJECTS = {
    "selection": "Подбор автомобиля",
    "consultation": "Консультация по услугам",
    "calculation": "Расчёт стоимости",
    "order": "Вопрос по заказу",
    "partnership": "Сотрудничество",
    "other": "Другое",
}
SERVICE_STATES = {
    "operational": "работает",
    "degraded": "работает с перебоями",
    "down": "не работает",
    "maintenance": "плановые работы",
    "unknown": "нет данных",
}
SERVICES = {
    "website": "сайт",
    "api": "сервер API",
    "database": "база данных",
    "auth": "вход в кабинет",
    "storage": "хранилище файлов",
    "email": "почта",
}
PAYMENT_KINDS = {"deposit": "Задаток", "payment": "Платёж", "refund": "Возврат"}
RATE_SOURCES = {"fixed": "постоянный", "manual": "задан вручную", "central_bank": "Банк России"}


def format_moment(moment: datetime | None) -> str:
    """Format a time as `26 ноября, 14:05 МСК`. Returns an empty text for None."""
    return format_moscow_time(moment, "d MMMM, HH:mm 'МСК'") if moment else ""


def format_day(day_or_moment: date | datetime | None, reference_time: datetime) -> str:
    """Format a day in Moscow as `26 ноября`, with its year unless `reference_time` is in the same year.

    Returns an empty text for None.
    """
    if day_or_moment is None:
        return ""
    day = day_or_moment.astimezone(MOSCOW).date() if isinstance(day_or_moment, datetime) else day_or_moment
    pattern = "d MMMM" if day.year == reference_time.astimezone(MOSCOW).year else "d MMMM y 'года'"
    return format_date(day, pattern, locale="ru")


def format_minutes(count: int | None) -> str:
    """Format a duration in minutes like `chassis.formats.format_duration`. Returns an empty text for None."""
    return "" if count is None else format_duration(count)


def format_request_kind(name: str) -> str:
    """Return the title of a kind of request. An unknown kind stays as it is."""
    return REQUEST_KINDS.get(name, name)


def format_subject(name: str | None) -> str:
    """Return the subject of a message: the title of a choice in the form, or the sender's text."""
    return CONTACT_SUBJECTS.get(name or "", name or "Без темы")


def format_services(ids: list[str]) -> str:
    return ", ".join(SERVICES.get(id, id) for id in ids) or "отдельные части сайта"
