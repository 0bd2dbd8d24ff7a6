// Defaults of the site settings, used until the server has sent them and for missing fields. To
// rename the company, change this file and the site settings; no component contains its name.

export const brand = {
  siteName: 'Меридиан Авто',
  monogram: 'МА',
  /** English, as the specification gives it for the start screen. */
  tagline: 'Cars from Europe',
  siteDescription:
    'Подбор, проверка, доставка и растаможивание автомобилей из Европы для частных покупателей и компаний.',
  contactPhone: '+7 495 000-00-00',
  contactEmail: 'hello@example.com',
  contactAddress: 'Москва, Меридианный проезд, 38, офис 7',
  showroomAddress: 'Московская область, Полуденное шоссе, 38-й километр, площадка 2',
  workingHours: 'Будни 9:00–19:00, суббота 10:00–16:00',
} as const

/** The company's fees in roubles, until the settings are loaded. */
export const brandPrices = {
  selection: 45_000,
  inspection: 28_000,
  delivery: 214_000,
  work: 196_000,
  laboratory: 48_000,
}
