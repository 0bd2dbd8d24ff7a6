"""Rules for events of accounts. The auth service sends its own emails about devices and passwords."""

from contracts import auth

from notifications.rules.formats import moment
from notifications.rules.rule import ALL, AND_PUSH, NotificationRule

SECURITY = "/dashboard/security"

RULES = [
    NotificationRule(
        key="auth.user.verified",
        event=auth.UserVerified,
        to="user",
        type="system",
        title="Добро пожаловать!",
        message="{first_name}, кабинет открыт. Здесь появятся заказы, избранное и ответы на ваши вопросы.",
        variables=("first_name",),
        link="/dashboard",
    ),
    NotificationRule(
        key="auth.session.created",
        event=auth.SessionCreated,
        to="user",
        type="security",
        title="Вход с нового устройства",
        message="{device}, адрес {ip}, {time}. Если это не вы, завершите сеанс и смените пароль.",
        variables=("device", "ip", "time"),
        values=lambda event, at: {"time": moment(event.created_at)},
        channels=AND_PUSH,
        link=SECURITY,
        applies=lambda event: bool(event.new_device),
    ),
    NotificationRule(
        key="auth.password.changed",
        event=auth.PasswordChanged,
        to="user",
        type="security",
        title="Пароль изменён",
        message="Пароль сменили {time}, остальные сеансы завершены. "
        "Если это не вы, восстановите доступ и напишите нам.",
        variables=("time",),
        values=lambda event, at: {"time": moment(at)},
        channels=AND_PUSH,
        link=SECURITY,
    ),
    NotificationRule(
        key="auth.token.reuse_detected",
        event=auth.TokenReuseDetected,
        to="user",
        type="security",
        title="Мы закрыли подозрительный сеанс",
        message="Ключом входа воспользовались повторно, адрес {ip}, {time}. Сеанс закрыт, данные на месте. "
        "На всякий случай смените пароль.",
        variables=("ip", "time"),
        values=lambda event, at: {"time": moment(at)},
        channels=ALL,
        link=SECURITY,
    ),
]
