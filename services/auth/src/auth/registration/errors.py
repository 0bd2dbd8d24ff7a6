from chassis.web.errors import BadRequest


class InvalidCode(BadRequest):
    code, message = "invalid_code", "Неверный код подтверждения"


class CodeExpired(BadRequest):
    code, message = "code_expired", "Срок действия кода истёк. Запросите новый"


class BotCheckFailed(BadRequest):
    code, message = "bot_check_failed", "Ошибка проверки безопасности. Попробуйте еще раз."


class BotCheckRequired(BadRequest):
    code, message = "bot_check_required", "Пожалуйста, пройдите проверку безопасности"
