"""Russian names of what events carry as codes, and times as notifications show them."""

from datetime import date, datetime

from babel.dates import format_date
from babel.units import format_unit
from chassis.formats import MOSCOW, moscow_time
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


def moment(at: datetime | None) -> str:
    """`26 ноября, 14:05 МСК`; nothing for no time."""
    return moscow_time(at, "d MMMM, HH:mm 'МСК'") if at else ""


def day(when: date | datetime | None, at: datetime) -> str:
    """`26 ноября`, in Moscow, with the year where it is not the one of `at`; nothing for no day."""
    if when is None:
        return ""
    local = when.astimezone(MOSCOW).date() if isinstance(when, datetime) else when
    pattern = "d MMMM" if local.year == at.astimezone(MOSCOW).year else "d MMMM y 'года'"
    return format_date(local, pattern, locale="ru")


def minutes(count: int | None) -> str:
    """`45 минут`, `1 час`, `2 часа`, `1 час 30 минут`; nothing for no length."""
    if count is None:
        return ""
    hours, rest = divmod(count, 60)
    parts = [(hours, "hour"), (rest, "minute")]
    return " ".join(format_unit(number, unit, locale="ru") for number, unit in parts if number)


def request_kind(name: str) -> str:
    """The title of a kind of request; an unknown kind stays as it is."""
    return REQUEST_KINDS.get(name, name)


def subject(name: str | None) -> str:
    """The subject of a message: the title of a choice of the form, or the text of the sender."""
    return CONTACT_SUBJECTS.get(name or "", name or "Без темы")


def services(ids: list[str]) -> str:
    return ", ".join(SERVICES.get(id, id) for id in ids) or "отдельные части сайта"
