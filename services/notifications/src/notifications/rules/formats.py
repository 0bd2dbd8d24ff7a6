"""Russian names of what events carry as codes, and times as notifications show them."""

from datetime import datetime

from chassis.formats import moscow_time
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


def moment(at: datetime) -> str:
    """`26 ноября, 14:05 МСК`."""
    return moscow_time(at, "d MMMM, HH:mm 'МСК'")


def kind(name: str) -> str:
    """The title of a kind of request; an unknown kind stays as it is."""
    return REQUEST_KINDS.get(name, name)


def subject(name: str | None) -> str:
    """The subject of a message: the title of a choice of the form, or the text of the sender."""
    return CONTACT_SUBJECTS.get(name or "", name or "Без темы")


def services(ids: list[str]) -> str:
    return ", ".join(SERVICES.get(id, id) for id in ids) or "отдельные части сайта"
