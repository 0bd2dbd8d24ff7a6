import { typographer as t } from '../../lib/typography.ts'
import { english } from './text.ts'

export const social = {
  group: t('Войти через сервис'),
  orByMail: t('или по почте'),
  checkFirst: 'Сначала пройдите проверку безопасности',
  button: (name: string) => `Войти через ${name}`,
  idle: t('Готовим вход…'),
  waiting: t('Завершите вход в открывшемся окне.'),
  waitingWidget: t('Подтвердите вход в Telegram.'),
  exchanging: t('Завершаем вход…'),
  newcomer: 'Регистрация прошла успешно!',
  returned: 'Вход выполнен успешно!',
  blocked: 'Браузер заблокировал всплывающее окно',
  openTab: 'Открыть в новой вкладке',
  retry: 'Повторить',
  close: 'Закрыть',
  cancel: 'Отмена',
  noUrl: 'Ошибка получения URL авторизации',
  noServer: 'Ошибка подключения к серверу авторизации',
  failed: 'Ошибка авторизации через социальную сеть',
  refused: 'Ошибка авторизации',
  cancelled: 'Авторизация отменена',
  exchangeFailed: 'Ошибка при завершении авторизации',
  vkFailed: 'Ошибка при обработке авторизации VK',
  linkTitle: (name: string) => `Привязать ${name}`,
  linked: t('Готово: теперь можно входить и так.'),
  widget: t('Вход через Telegram'),
  widgetSilent: t('Telegram не отвечает. Войдите другим способом или повторите позже.'),
  emailAsk: t('Укажите email: на него придут письма о заказе и код для входа.'),
  sendCode: 'Отправить код',
  sendingCode: 'Отправляем…',
  forcedOut:
    'Подтверждение email обязательно для входа через социальные сети. Вы вышли из аккаунта.',
} as const

/** The page to which a provider returns the user. */
export const callback = {
  title: t('Вход через сервис'),
  description: t('Возвращение после входа через VK, Google или Telegram.'),
  loading: english('Completing authorization…', 'Завершаем вход…'),
  newcomer: english('Registration completed successfully!', 'Регистрация прошла успешно!'),
  returned: english('Login successful!', 'Вход выполнен успешно!'),
  error: (error: string) =>
    english(`Authorization error: ${error}`, `Ошибка авторизации: ${error}`),
  noCode: english('Authorization code not received', 'Код авторизации не получен'),
  noProvider: english('Provider not found', 'Сервис входа не найден'),
  failed: english('Authorization error', 'Ошибка авторизации'),
  exception: english(
    'An error occurred while processing authorization',
    'Не удалось обработать авторизацию',
  ),
} as const
