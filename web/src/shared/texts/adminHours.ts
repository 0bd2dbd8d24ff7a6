// Texts of the opening hours in the admin settings.

export const adminHours = {
  title: 'Часы работы',
  lead: 'По этим часам работают запись на встречи, сроки ответов и надпись «Открыто сейчас».',
  days: ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'],
  from: (day: string) => `${day}, с`,
  to: (day: string) => `${day}, до`,
  closedHint: 'Например, 09:00. Оба поля пустые: в этот день закрыто',
  exceptions: 'Особые дни',
  exceptionsHint: 'По одному в строке: «31.12.2026 закрыто» или «04.01.2027 10:00–14:00»',
  closed: 'закрыто',
  holidays: 'Праздники и переносы',
  holidaysHint: 'В эти дни закрыто, если нет особых часов.',
  holidaysFailed: 'Праздники не загрузились',
} as const
