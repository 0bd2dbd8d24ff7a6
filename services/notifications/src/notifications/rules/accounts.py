"""Rules for events of accounts. The auth service sends its own emails about devices and passwords."""

from functools import partial

from contracts import auth

from notifications.rules.formats import moment
from notifications.rules.rule import ALL, AND_PUSH, NotificationRule

_warning = partial(NotificationRule, to="user", type="security", link="/dashboard/security")

RULES = [
    NotificationRule(
        event=auth.UserVerified,
        to="user",
        type="system",
        title="Добро пожаловать!",
        message="{first_name}, кабинет открыт. Здесь появятся заказы, избранное и ответы на ваши вопросы.",
        variables=("first_name",),
        link="/dashboard",
    ),
    _warning(
        event=auth.SessionCreated,
        title="Вход с нового устройства",
        message="{device}, адрес {ip}, {time}. Если это не вы, завершите сеанс и смените пароль.",
        variables=("device", "ip", "time"),
        values=lambda event, at: {"time": moment(event.created_at)},
        channels=AND_PUSH,
        applies=lambda event: bool(event.new_device),
    ),
    _warning(
        event=auth.PasswordChanged,
        title="Пароль изменён",
        message="Пароль сменили {time}, остальные сеансы завершены. "
        "Если это не вы, восстановите доступ и напишите нам.",
        variables=("time",),
        values=lambda event, at: {"time": moment(at)},
        channels=AND_PUSH,
    ),
    _warning(
        event=auth.TokenReuseDetected,
        title="Мы закрыли подозрительный сеанс",
        message="Ключом входа воспользовались повторно, адрес {ip}, {time}. Сеанс закрыт, данные на месте. "
        "На всякий случай смените пароль.",
        variables=("ip", "time"),
        values=lambda event, at: {"time": moment(at)},
        channels=ALL,
    ),
]
