import { typeset } from '../../lib/typography.ts'

/** The request of both examples. */
const car = `{"price": 3000000, "engineVolumeLiters": 2.0, "fuelType": "petrol",
  "age": 4, "importCategory": "personal", "enginePower": 150}`

/** Examples of a call. Code is not typeset. */
export const examples = {
  embed: (site: string) =>
    `<script src="${site}/embed/calculator.js" data-theme="auto" data-accent="#1c4fd6" async></script>`,
  curl: (url: string) =>
    `curl ${url} \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d '${car}'`,
  javascript: (url: string) =>
    `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${key}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${car
    .replace(/"(\w+)":/g, '$1:')
    .replace(/"/g, "'")
    .replace('2.0', '2')}),
})
const calculation = await answer.json()
if (!answer.ok) throw new Error(calculation.detail)
for (const line of calculation.breakdown) console.log(line.title, line.amount, line.source)`,
  answer: `{"success": true, "edition": "ru-2026-01", "totalCustoms": 527759, "total": 3527759,
 "customsDuty": 504094, "registrationCost": 18465, "recyclingFee": 5200, "vat": 0, "exciseTax": 0,
 "eurRate": {"value": 93.3508, "date": "2026-11-20", "source": "fixed"},
 "breakdown": [{"code": "customsDuty", "title": "Таможенная пошлина", "amount": 504094,
   "formula": "Единый платёж, старше 3 и до 5 лет, объём до 2 300 см³: 2,7 × 2 000 × 93,3508 = 504 094,32",
   "source": "Решение Совета ЕЭК № 107 от 20.12.2017, приложение 2, таблица 2", "mark": "V"}, …],
 "warnings": [{"code": "rate_fixed", "message": "…"}]}`,
}

export const developers = {
  ...typeset({
    title: 'Калькулятор для сайтов и программ',
    description:
      'Таможенные платежи за автомобиль по запросу: открытый API с ключом, формула и документ для каждой цифры.',
    lead: 'Один запрос — пять таможенных платежей за автомобиль. У каждого есть формула, точная сумма и документ, из которого взята ставка.',
    keyTitle: 'Ключ',
    key: 'Ключ выпускает администратор. Напишите нам, для какого сайта или программы он нужен и сколько расчётов в день вы ждёте.',
    keyLink: 'Написать нам',
    keyHeader:
      'Ключ передают в заголовке Authorization. На странице сайта его увидит любой посетитель, поэтому лучше вызывать API со своего сервера. Ключ, который попал к чужим, мы отзываем по первому письму: он перестаёт работать сразу.',
    requestTitle: 'Запрос',
    curl: 'Пример для curl',
    javascript: 'Пример на JavaScript',
    copyCurl: 'Скопировать пример для curl',
    copyJavascript: 'Скопировать пример на JavaScript',
    answerTitle: 'Ответ',
    answer:
      'Суммы — в целых рублях. В breakdown по строке на каждый платёж: formula — как получена сумма, source — документ и статья, mark — надёжность ставки (V — два источника и больше).',
    limitsTitle: 'Пределы',
    limits:
      'Обычный ключ даёт 60 расчётов в минуту и 5 000 в сутки. Окно начинается с первого вызова. Сколько осталось, говорят заголовки каждого ответа: RateLimit-Policy называет пределы, RateLimit — остаток r и секунды до нового окна t. Запрос с ошибкой в данных не считается.',
    errorsTitle: 'Ошибки',
    errorsNote:
      'Ответ с ошибкой — документ RFC 9457 с постоянным полем code и текстом detail. Ошибка в данных называет поле в errors.',
    embedTitle: 'Калькулятор на странице',
    embed:
      'Одна строка ставит готовый калькулятор на страницу — без ключа. Он появляется там, где стоит строка, показывает документ для каждой цифры и ведёт к полному расчёту у нас. Стили страницы на него не влияют.',
    embedOptions:
      'data-theme — auto, light или dark; data-accent — цвет кнопки вида #rrggbb. Если у страницы есть Content-Security-Policy, добавьте наш адрес в script-src и connect-src.',
    embedCode: 'Строка для страницы',
    copyEmbed: 'Скопировать строку для страницы',
    sourcesTitle: 'Откуда ставки',
    sourcesNote:
      'Документы редакции, которая действует сегодня. Прошлый или будущий день можно выбрать полем declaration_date, редакцию — полем edition.',
    sourcesFailed: 'Список документов не загрузился',
  }),
  fields: typeset([
    { name: 'price', text: 'таможенная стоимость в рублях, больше 0' },
    {
      name: 'engineVolumeLiters',
      text: 'объём двигателя, от 0,1 до 10 л; не нужен для электромобиля',
    },
    {
      name: 'age',
      text: 'возраст в годах, от 0 до 50; вместо него можно manufacture_date — день, месяц или год выпуска',
    },
    { name: 'fuelType', text: 'petrol — бензин, всё остальное считается дизелем' },
    { name: 'importCategory', text: 'personal — физическое лицо, legal — юридическое' },
    { name: 'enginePower, enginePowerUnit', text: 'мощность и единица: hp (по умолчанию) или kW' },
    { name: 'isElectric, isCommercial', text: 'электромобиль; ввоз не для себя' },
    {
      name: 'declaration_date, edition',
      text: 'день декларации или редакция ставок; без них — ставки, которые действуют сегодня',
    },
  ]),
  errors: [
    { status: '401', code: 'api_key_required', text: 'Передать ключ' },
    { status: '401', code: 'api_key_invalid', text: 'Ключ неверный или отозван: запросить новый' },
    { status: '422', code: 'validation_error', text: 'Исправить поля из errors' },
    { status: '429', code: 'rate_limited', text: 'Подождать секунды из Retry-After' },
    { status: '503', code: 'unavailable', text: 'Повторить через секунды из Retry-After' },
  ],
} as const
