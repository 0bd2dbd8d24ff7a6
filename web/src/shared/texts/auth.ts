import { typographer as t, typeset } from '../../lib/typography.ts'
import { english } from './text.ts'

export const auth = {
  login: 'Вход',
  register: 'Регистрация',
  email: 'Email',
  password: 'Пароль',
  repeat: 'Подтвердите пароль',
  newPassword: 'Новый пароль',
  firstName: 'Имя',
  lastName: 'Фамилия',
  phone: 'Телефон',
  adult: 'Мне есть 18 лет',
  terms: 'Я принимаю пользовательское соглашение',
  privacy: 'Согласие на обработку персональных данных',
  marketing: 'Получать новости и предложения',
  readTerms: 'Прочитать соглашение',
  readPrivacy: 'Прочитать политику',
  signIn: 'Войти',
  signingIn: 'Входим…',
  signUp: 'Зарегистрироваться',
  signingUp: 'Отправляем…',
  toRegister: 'Нет аккаунта? Зарегистрироваться',
  toLogin: 'Уже есть аккаунт? Войти',
  forgot: 'Забыли пароль?',
  fix: 'Исправить',
  emailHint: t('На этот адрес придёт код подтверждения'),
  passwordHint: t('От 8 символов, любых. Надёжнее всего фраза из нескольких слов'),
  mismatch: 'Пароли не совпадают',
  failed: t('Не удалось войти'),
  registerFailed: t('Не удалось зарегистрироваться'),
} as const

export const benefits = typeset({
  title: 'Личный кабинет Меридиан Авто',
  items: [
    {
      title: 'Эксклюзивные предложения',
      text: 'Автомобили, которые мы ещё не показали в каталоге',
    },
    {
      title: 'Персональные консультации',
      text: 'Менеджер знает ваш запрос и смету, повторять не нужно',
    },
    {
      title: 'История заказов и избранное',
      text: 'Семь этапов с датами, документы и отложенные автомобили',
    },
  ],
})

export const code = {
  title: 'Подтвердите email',
  field: 'Код подтверждения',
  sentTo: (email: string) => t(`Письмо с кодом отправлено на ${email}. Код действует 10 минут.`),
  sentEarlier: (email: string) =>
    t(`Код отправлен на ${email} при регистрации. Если он старше 10 минут, отправьте новый.`),
  confirm: 'Подтвердить',
  confirming: 'Проверяем…',
  resend: 'Отправить код повторно',
  resendIn: (seconds: number) => `Отправить код повторно через ${seconds} с`,
  resent: t('Новый код отправлен, проверьте почту.'),
  cancel: 'Отмена',
  done: 'Email подтвержден!',
  doneHint: t('Теперь войдите со своим паролем.'),
  missing: t('Введите код из письма'),
  sendFailed: 'Ошибка при повторной отправке кода',
  confirmFailed: 'Ошибка подтверждения email',
} as const

export const secondFactor = typeset({
  title: 'Второй шаг входа',
  ask: 'Введите код из приложения или один из кодов восстановления.',
  askApp: 'Введите код из приложения.',
  field: 'Код второго шага',
  confirm: 'Войти',
  confirming: 'Проверяем…',
  missing: 'Введите код',
  setUpFirst: 'Администратору нужен второй шаг входа. Настройте его сейчас, это займёт минуту.',
})

export const passkey = {
  // Does not begin with "Войти": tests find the button of the form by that word.
  signIn: 'Вход по отпечатку или лицу',
  waiting: 'Ждём ключ…',
  notShown: t('Ключ доступа не получен. Попробуйте ещё раз или войдите по паролю.'),
} as const

/** The banner of an expired session; the specification quotes it in English. */
export const sessionBanner = typeset({
  expired: english('Session Expired', 'Сеанс истёк'),
  expiredText: english(
    'Your session has expired. Please log in again.',
    'Время входа истекло. Войдите ещё раз.',
  ),
  unauthorized: english('Session Expired', 'Сеанс истёк'),
  unauthorizedText: english(
    'Authentication required. Please log in again.',
    'Нужно войти. Пожалуйста, войдите снова.',
  ),
  error: english('Token Error', 'Ошибка входа'),
  errorText: english(
    'Authentication error. Please log in again.',
    'Ошибка авторизации. Войдите ещё раз.',
  ),
  refresh: 'Обновить сеанс',
  refreshing: 'Обновляем…',
  stalled: 'Сервер пока не отвечает. Повторите через минуту.',
  dismiss: 'Закрыть',
})

/** The bot check. The specification has the first four texts. */
export const botCheck = typeset({
  first: 'Пожалуйста, пройдите проверку безопасности',
  failed: 'Ошибка проверки безопасности. Попробуйте еще раз.',
  expired: 'Время проверки истекло. Попробуйте еще раз.',
  title: 'Проверка безопасности',
  tick: 'Я не робот',
  solving: 'Проверяем, это займёт несколько секунд…',
  solved: 'Проверка пройдена',
  again: 'Повторить',
})

export const reset = {
  title: 'Новый пароль',
  ask: t('Введите email аккаунта — пришлём код для смены пароля.'),
  send: 'Отправить код',
  sending: 'Отправляем…',
  save: 'Сменить пароль',
  saving: 'Сохраняем…',
  back: 'Вернуться ко входу',
  sendFailed: 'Ошибка при отправке кода',
  failed: t('Не удалось сменить пароль'),
  again: t('Письма нет? Запросить код ещё раз'),
  done: t('Пароль изменён. Войдите с новым паролем.'),
} as const

export const missing = typeset({
  email: 'Укажите email',
  emailShape: 'Проверьте адрес: в нём должны быть @ и домен',
  password: 'Введите пароль',
  currentPassword: 'Введите текущий пароль',
  newPassword: 'Введите новый пароль',
  shortPassword: 'Не короче 8 символов',
  firstName: 'Укажите имя',
  lastName: 'Укажите фамилию',
  phone: 'Проверьте номер: в нём должно быть 11 цифр',
  adult: 'Регистрация доступна с 18 лет',
  terms: 'Без соглашения аккаунт не открыть',
  privacy: 'Без согласия мы не можем хранить ваши данные',
})
