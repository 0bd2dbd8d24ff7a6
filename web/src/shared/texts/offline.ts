// Texts of the offline page, which the build writes (scripts/webApp.mjs). They contain their non-breaking spaces, because
// that script does not typeset texts.

export const offline = {
  title: 'Нет подключения к\u00A0сети',
  reason:
    'Этой страницы нет в\u00A0памяти браузера. Открытые раньше страницы сайта доступны и\u00A0без сети.',
  retry: 'Повторить',
  home: 'На главную',
  phone: 'Позвонить',
} as const
