// Creates test data for screenshots of a local demo stack, for the screens that its seed leaves empty:
// notifications and calculations of the demo buyer, planned maintenance, a past incident, a browser
// error. It sends the data through the API. Other stacks are not changed.

const sameSiteHeaders = { 'Sec-Fetch-Site': 'same-origin' }
const day = 24 * 60 * 60 * 1000
const createTime = (days, hour) =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T${hour}:00:00+03:00`

const calculations = [
  { price: 4_200_000, engineVolumeLiters: 2, age: 3, fuelType: 'petrol' },
  { price: 2_650_000, engineVolumeLiters: 1.6, age: 4, fuelType: 'diesel' },
].map((car) => ({ ...car, importCategory: 'personal', isElectric: false, isCommercial: false }))

const campaigns = [
  {
    type: 'promotion',
    title: 'Неделя дизельных универсалов',
    message: '{first_name}, до воскресенья осмотр второго автомобиля входит в подбор.',
  },
  {
    type: 'booking',
    title: 'Автовоз вышел из Познани',
    message: 'BMW 318d Touring на границе 25 ноября, до Москвы ещё четыре дня.',
  },
  {
    type: 'payment',
    title: 'Счёт на таможенные платежи',
    message: 'Счёт и реквизиты лежат в заказе. Оплатить нужно за день до подачи декларации.',
  },
]

const maintenance = {
  title: 'Обновление базы данных',
  description: 'Кабинет откроется, а новые заявки подождут.',
  affectedServices: ['database', 'api'],
  scheduledStart: createTime(4, '03'),
  scheduledEnd: createTime(4, '04'),
}
const incident = {
  title: 'Письма приходили с задержкой',
  severity: 'minor',
  status: 'resolved',
  description: 'Почтовый сервер принимал письма медленнее обычного.',
  message: 'Очередь разобрана, все письма отправлены.',
  affectedServices: ['email'],
}
const clientError = {
  level: 'error',
  context: 'catalogue',
  message: 'Не открылся снимок автомобиля',
  data: { step: 'decode' },
}

async function signIn(browser, base, email, password) {
  const context = await browser.newContext({ baseURL: base, extraHTTPHeaders: sameSiteHeaders })
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  return { context, request: context.request, id: (await answer.json()).user.id }
}

async function send(request, path, data, key) {
  const headers = key && { 'Idempotency-Key': key }
  const answer = await request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
}

async function isEmpty(request, path) {
  const answer = await request.get(`${path}?limit=1`)
  const { total } = await answer.json()
  return total === 0
}

export async function createFixtures(browser, base, people) {
  const isLocal = new URL(base).hostname === 'localhost'
  if (!isLocal || people.some(({ password }) => !password)) return
  const [buyer, admin] = await Promise.all(
    people.map(({ email, password }) => signIn(browser, base, email, password)),
  )
  // The server stores an identical calculation, campaign or error once. Other records are sent only if their list has none.
  for (const [number, car] of calculations.entries())
    await send(buyer.request, '/api/calculator/calculations', car, `pictures-${number}`)
  for (const [number, campaign] of campaigns.entries())
    await send(admin.request, '/api/notifications/admin/send', {
      ...campaign,
      audience: { user_ids: [buyer.id] },
      channels: ['in_app'],
      idempotency_key: `pictures-${number}-${buyer.id}`,
    })
  await send(admin.request, '/api/logs', clientError)
  for (const [list, record] of [
    ['/api/status/admin/maintenance', maintenance],
    ['/api/status/admin/incidents', incident],
  ])
    if (await isEmpty(admin.request, list)) await send(admin.request, list, record)
  // A download adds an entry to the audit log.
  await admin.request.get('/api/auth/admin/users.csv')
  await Promise.all([buyer.context.close(), admin.context.close()])
}
