from chassis.errors import BadRequest


class BotCheckFailed(BadRequest):
    code, message = "bot_check_failed", "Ошибка проверки безопасности. Попробуйте еще раз."


class BotCheckRequired(BadRequest):
    code, message = "bot_check_required", "Пожалуйста, пройдите проверку безопасности"
