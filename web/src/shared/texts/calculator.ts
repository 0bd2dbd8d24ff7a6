import { typographer as t, typeset } from '../../lib/typography.ts'

export const calculator = {
  price: 'Стоимость, ₽',
  euros: (sum: string) => `${sum} по курсу калькулятора`,
  volume: 'Объём двигателя, л',
  age: 'Возраст, лет',
  manufactured: (date: string) => t(`Считаем по дате выпуска: ${date}`),
  fuel: 'Тип топлива',
  fuels: [
    { value: 'petrol', label: 'Бензин' },
    { value: 'diesel', label: 'Дизель' },
  ],
  importer: 'Тип импортёра',
  importers: [
    { value: 'personal', label: 'Физическое лицо' },
    { value: 'legal', label: 'Юридическое лицо' },
  ],
  power: 'Мощность двигателя',
  powerHint: t('Пусто — считаем 200'),
  powerHintPersonal: t('Важна для действующих ставок: без неё покажем две границы суммы'),
  powerHintElectric: t('30-минутная мощность из документов'),
  unit: 'Единица мощности',
  units: [
    { value: 'hp', label: 'л.с.' },
    { value: 'kW', label: 'кВт' },
  ],
  electric: 'Электромобиль',
  commercial: 'Коммерческий транспорт',
  commercialHint: t('Ввоз не для личного пользования: льготный утилизационный сбор не действует'),
  submit: 'Рассчитать',
  submitting: 'Рассчитываем…',
  failed: 'Не удалось рассчитать стоимость',
  blank: t('Заполните четыре поля — покажем каждый платёж с формулой и номером документа.'),
} as const

/** Components of a sum, shown before there is a result. */
export const blankParts = typeset([
  {
    hatch: 'slant',
    title: 'Таможенная пошлина',
    text: 'Частному лицу — единый платёж по возрасту и объёму, компании — процент от цены.',
  },
  {
    hatch: 'cross',
    title: 'НДС',
    text: 'Начисляется компаниям; в едином платеже частного лица он уже учтён.',
  },
  { hatch: 'rule', title: 'Акциз', text: 'За каждую лошадиную силу, если она не льготная.' },
  {
    hatch: 'dots',
    title: 'Утилизация',
    text: 'Льгота до 160 сил для себя; сильнее или для дела — полная ставка.',
  },
  { hatch: 'plain', title: 'Оформление', text: 'Сбор таможни по цене автомобиля.' },
])

export const problems = typeset({
  price: 'Укажите стоимость автомобиля в рублях',
  volume: 'Укажите объём двигателя в литрах, например 2,0',
  volumeRange: 'Объём — от 0,1 до 10 л',
  age: 'Укажите возраст в годах, 0 — новый',
  ageRange: 'Возраст — от 0 до 50 лет',
  power: 'Укажите мощность больше 0 или оставьте поле пустым',
})

export const result = {
  title: 'Результат расчёта',
  total: 'Итого с автомобилем',
  customs: 'Итого таможенные платежи',
  car: 'Автомобиль',
  rows: {
    customsDuty: 'Таможенная пошлина',
    registrationCost: 'Таможенный сбор',
    recyclingFee: 'Утилизационный сбор',
    vat: 'НДС',
    exciseTax: 'Акциз',
  },
  source: 'Основание',
  edition: (id: string, rate: string) => `Редакция ${id}, курс ${rate} ₽ за евро`,
  warnings: 'На что обратить внимание',
  current: 'По редакции, действующей сегодня:',
  inForce: 'Действует сегодня',
  byDefault: (id: string) => `По редакции по умолчанию, ${id}:`,
  ended: (day: string) => `Закончилась ${day}`,
  defaultTile: t('Редакция по умолчанию'),
  shown: t('Разобрано ниже по строкам'),
  todayByPower: t('Сегодня, смотря по мощности:'),
  upTo: (sum: string) => t(`до ${sum}`),
  powerMissing: t(
    'Мощность не указана, а от неё зависит утилизационный сбор: до 160 л. с. для себя он льготный, выше — в сотни раз больше.',
  ),
  powerHow: t('Укажите мощность из документов, и вместо двух границ останется одна сумма.'),
  powerRanges: t('Сумма для каждой мощности'),
  powerUpTo: (hp: string) => t(`до ${hp} л. с.`),
  powerBeyond: t('ещё мощнее'),
  useCurrent: 'Пересчитать по действующей редакции',
  useDefault: 'Вернуться к редакции по умолчанию',
  differences: 'Откуда разница',
  share: 'Сохранить и поделиться',
  sharing: 'Сохраняем…',
  shareFailed: t('Не удалось сохранить расчёт'),
  copied: 'Ссылка скопирована:',
  link: 'Ссылка на расчёт:',
  pdf: 'Скачать PDF',
  print: 'Распечатать',
  request: 'Отправить с заявкой',
  compare: 'Сравнить варианты',
  comparing: 'Сравниваем…',
  comparison: 'Сравнение вариантов',
  compareFailed: t('Не удалось сравнить варианты'),
  variant: 'Вариант',
  difference: 'К вашему расчёту',
} as const

/** What was calculated, on the page of a saved calculation. */
export const calculatedCar = typeset({
  title: 'Что рассчитано',
  price: 'Стоимость',
  importer: 'Тип импортёра',
  engine: 'Двигатель',
  petrol: 'бензин',
  diesel: 'дизель',
  litres: 'л',
  electric: 'Электромобиль',
  seriesHybrid: 'Последовательный гибрид',
  age: 'Возраст',
  years: ['год', 'года', 'лет'] as const,
  manufactured: (day: string) => `Выпущен ${day}`,
  power: 'Мощность',
  use: 'Назначение',
  commercial: 'Коммерческий транспорт',
})

export const saved = typeset({
  title: 'Сохранённый расчёт',
  description: 'Расчёт таможенных платежей, сохранённый калькулятором Меридиан Авто.',
  made: (day: string) =>
    `Рассчитано ${day}. Суммы не меняются: они относятся к этой дате и редакции.`,
  again: 'Пересчитать сегодня',
  failed: 'Не удалось открыть расчёт',
  missing: 'Такого расчёта нет',
  missingHint: 'Ссылка неполная, или расчёт удалён: владельцем или по давности.',
})
