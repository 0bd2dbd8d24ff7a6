from chassis.web.errors import Forbidden, NotFound


class NoTelegram(NotFound):
    """The site has no bot: TELEGRAM_BOT_TOKEN is not set."""

    message = "Telegram на этом сайте не подключён"


class NotLinked(NotFound):
    message = "Telegram не подключён к вашему кабинету"


class WrongSecret(Forbidden):
    """The request lacks the secret that only Telegram and the site know."""
