// The settings of the site and of the calculator.

export const settingsDesk = {
  failed: 'Настройки не загрузились',
  siteName: 'Название сайта',
  siteDescription: 'Описание сайта',
  contactPhone: 'Телефон',
  contactEmail: 'Email',
  contactAddress: 'Адрес офиса',
  showroomAddress: 'Адрес площадки',
  workingHours: 'Часы работы',
  yearsDesktop: 'Лет на рынке, на большом экране',
  yearsMobile: 'Лет на рынке, на телефоне',
  russianOnly: 'Только русские тексты',
  site: 'Настройки сайта',
  calculator: 'Настройки калькулятора',
  edition: 'Редакция ставок по умолчанию',
  rateSource: 'Источник курса евро',
  manualRate: 'Курс вручную, ₽',
  manualDate: 'Дата курса',
  sources: { fixed: 'Постоянный', manual: 'Вручную', central_bank: 'Центральный банк' },
  rateNow: (value: string, at: string) => `Сейчас ${value} ₽ за евро, ${at}`,
}
