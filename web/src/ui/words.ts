/** The few words that the parts of the system say by themselves. */
export const words = {
  close: 'Закрыть',
  cancel: 'Отмена',
  remove: 'Удалить',
  retry: 'Повторить',
  back: 'Назад',
  next: 'Далее',
  clear: 'Очистить',
  showPassword: 'Показать пароль',
  hidePassword: 'Скрыть пароль',
  loading: 'Загрузка',
  errorsTitle: 'Проверьте поля формы',
  code: 'Код',
  from: 'от',
  to: 'до',
  pages: 'Страницы',
  crumbs: 'Путь по сайту',
} as const
