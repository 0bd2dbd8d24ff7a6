from chassis.web.errors import BadRequest


class InvalidCode(BadRequest):
    code = "invalid_code"
    message = "Неверный код подтверждения"


class CodeExpired(BadRequest):
    code = "code_expired"
    message = "Срок действия кода истёк. Запросите новый"


class BotCheckFailed(BadRequest):
    code = "bot_check_failed"
    message = "Ошибка проверки безопасности. Попробуйте еще раз."


class BotCheckRequired(BadRequest):
    code = "bot_check_required"
    message = "Пожалуйста, пройдите проверку безопасности"
