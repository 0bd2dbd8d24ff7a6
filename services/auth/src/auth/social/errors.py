from chassis.web.errors import BadRequest, Conflict, Unavailable


class ProviderUnavailable(Unavailable):
    code, message = (
        "provider_unavailable",
        "Вход через эту соцсеть сейчас недоступен. Попробуйте позже или другим способом",
    )


class InvalidState(BadRequest):
    code, message = "invalid_state", "Вход начат в другом окне или слишком давно. Начните заново"


class InvalidSocialCode(BadRequest):
    code, message = "invalid_code", "Ошибка авторизации через социальную сеть"


class RedirectNotAllowed(BadRequest):
    code, message = "invalid_redirect_uri", "Такой адрес возврата не разрешён"


class LastLoginMethod(Conflict):
    code, message = "last_login_method", "Это единственный способ входа: сначала добавьте другой"


class LinkedElsewhere(Conflict):
    code, message = "identity_taken", "Этот профиль соцсети уже привязан к другому аккаунту"
