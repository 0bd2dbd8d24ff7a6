import { english } from './text.ts'

export const shell = {
  skip: 'Перейти к содержанию',
  mainNav: 'Основная навигация',
  dockNav: 'Быстрая навигация',
  mobileNav: 'Мобильная навигация',
  menu: 'Меню',
  closeMenu: 'Закрыть меню',
  signIn: 'Авторизоваться',
  signOut: 'Выйти',
  signingOut: 'Выходим…',
  hello: (name: string) => `Привет, ${name}!`,
  namelessCustomer: 'Пользователь',
  home: 'Главная',
  about: 'О компании',
  services: 'Услуги',
  cars: 'Автомобили',
  blog: 'Блог',
  contacts: 'Контакты',
  darkTheme: 'Включить тёмную тему',
  lightTheme: 'Включить светлую тему',
  toTop: 'Наверх',
  community: 'Сообщество',
  support: 'Написать в поддержку',
  contactUs: 'Связь с нами',
  loading: 'Загрузка',
  offline: 'Нет подключения к сети. Показываем то, что уже загружено.',
} as const

/** Error screens. The specification wants them in English. */
export const boundary = {
  title: english('Something went wrong', 'Что-то пошло не так'),
  reason: english(
    'This part of the page failed to display. It is our fault, not yours.',
    'Эта часть страницы не отобразилась. Это наша ошибка, не ваша.',
  ),
  retry: english('Try again', 'Попробовать снова'),
  retriesLeft: english('Attempts left:', 'Осталось попыток:'),
  reload: english('Reload page', 'Перезагрузить страницу'),
  home: english('Go home', 'На главную'),
} as const
