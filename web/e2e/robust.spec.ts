// Signed-in screens show failed requests and can retry them. Forms keep their values after a failed
// submission. One screen represents all screens with the same component (the admin lists).

import type { Browser, Page, Route } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { findWorkingDay, signInBuyer } from './buyers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, open, test } from './site.ts'

const refusals = [401, 403, 409, 422, 429, 503]
const makeProblem = (status: number, more: object = {}) => ({
  status,
  contentType: 'application/problem+json',
  headers: { 'Retry-After': '1' },
  body: JSON.stringify({
    success: false,
    code: 'of_the_journey',
    status,
    message: `Отказ ${status}`,
    ...more,
  }),
})

type Screen = { path: string; call: RegExp; ready: (page: Page) => ReturnType<Page['locator']> }

const buyerScreens: Screen[] = [
  {
    path: '/dashboard',
    call: /\/api\/me\/orders(\?|$)/,
    ready: (page) => page.getByText('Здесь будет дорога вашего автомобиля'),
  },
  {
    path: '/dashboard/bookings',
    call: /\/api\/me\/bookings(\?|$)/,
    ready: (page) => page.getByRole('form', { name: 'Новая запись' }),
  },
  {
    path: '/dashboard/payments',
    call: /\/api\/me\/payments/,
    ready: (page) => page.getByText('Платежей пока нет'),
  },
  {
    path: '/dashboard/security',
    call: /\/api\/auth\/sessions$/,
    ready: (page) => page.getByText('Это устройство'),
  },
  {
    path: '/notifications',
    call: /\/notifications\?/,
    ready: (page) => page.getByRole('list', { name: 'Список уведомлений' }),
  },
]
const administratorScreens: Screen[] = [
  {
    path: '/admin',
    call: /\/api\/content\/admin\/orders/,
    ready: (page) => page.getByRole('list', { name: 'Сводка' }),
  },
  {
    path: '/admin/cars',
    call: /\/api\/content\/admin\/cars/,
    ready: (page) => page.getByRole('table', { name: 'Автомобили' }),
  },
  {
    path: '/admin/comments',
    call: /\/api\/content\/admin\/comments\?.*limit=\d\d/,
    ready: (page) => page.locator('.ui-tabs [aria-current]', { hasText: 'На модерации' }),
  },
  {
    path: '/admin/settings',
    call: /\/api\/settings$/,
    ready: (page) => page.getByRole('form', { name: 'Настройки сайта' }),
  },
  {
    path: '/admin/notifications',
    call: /\/admin\/campaigns/,
    ready: (page) => page.getByRole('heading', { name: 'Рассылки', exact: true }),
  },
]

/** A response that waits until it is released, and then comes from the server. */
function holdAnswer() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release,
    answer: async (route: Route) => {
      await held
      await route.fallback()
    },
  }
}

/**
 * Checks one page with a lost connection, each refusal, a slow response and success. Every attempt
 * after the first is made with the page's own button.
 */
async function checkFailures(page: Page, { path, call: pattern, ready }: Screen) {
  let answer: (route: Route) => Promise<void> = (route) => route.abort()
  await page.route(pattern, (route) =>
    route.request().method() === 'GET' && route.request().resourceType() === 'fetch'
      ? answer(route)
      : route.fallback(),
  )
  await open(page, path)
  const main = page.getByRole('main')
  const again = main.getByRole('button', { name: 'Повторить' }).first()
  await expect(main.getByText('Нет связи с сервером.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const status of refusals) {
    answer = (route) => route.fulfill(makeProblem(status))
    await again.click()
    await expect(main.getByText(`Отказ ${status}`).first()).toBeVisible()
  }
  const slow = holdAnswer()
  answer = slow.answer
  await again.click()
  await expect(main.locator('[aria-busy=true]').first()).toBeVisible()
  await expect(main.getByText('Отказ 503')).toHaveCount(0)
  slow.release()
  await expect(ready(page)).toBeVisible()
  await page.unroute(pattern)
}

async function openPageOf(browser: Browser, who: 'buyer' | 'admin'): Promise<Page> {
  if (who === 'admin') return openPanelPage(await signInAdministrator(browser))
  const { context } = await signInBuyer(browser)
  return context.newPage()
}

for (const [who, screens] of [
  ['buyer', buyerScreens],
  ['admin', administratorScreens],
] as const)
  test(`the screens of the ${who} show what failed, offer a retry, and wait for a slow response`, {
    tag: '@screens',
  }, async ({ browser }) => {
    const page = await openPageOf(browser, who)
    for (const screen of screens) await checkFailures(page, screen)
    await page.context().close()
  })

type Form = {
  name: string
  who: 'buyer' | 'admin'
  path: string
  method: string
  call: RegExp
  /** The field that is filled in, and the value that it must keep. */
  field: { name: string; label: string; value: string }
  form: string
  submit: string
  fill?: (page: Page) => Promise<void>
  done: string | RegExp
}

const forms: Form[] = [
  {
    name: 'profile',
    who: 'buyer',
    path: '/dashboard#settings',
    method: 'PATCH',
    call: /\/api\/auth\/me$/,
    field: { name: 'first_name', label: 'Имя', value: 'Мария' },
    form: 'Профиль',
    submit: 'Сохранить',
    done: 'Сохранено',
  },
  {
    name: 'booking',
    who: 'buyer',
    path: '/dashboard/bookings',
    method: 'POST',
    call: /\/api\/me\/bookings$/,
    field: { name: 'note', label: 'Комментарий', value: 'Два универсала' },
    form: 'Новая запись',
    submit: 'Записаться',
    fill: async (page) => {
      await page.getByLabel('День').fill(findWorkingDay(10 + Math.floor(Math.random() * 20)))
      await page.getByRole('radio').first().check()
    },
    done: 'Ждёт подтверждения',
  },
  {
    name: 'record of the panel',
    who: 'admin',
    path: '/admin/team?item=new',
    method: 'POST',
    call: /\/api\/content\/admin\/team$/,
    field: { name: 'position', label: 'Должность', value: 'Логист журнала' },
    form: 'Новый сотрудник',
    submit: 'Добавить',
    fill: (page) => page.getByLabel('Имя').fill(`Проверка ${Date.now()}`),
    done: 'Удалить',
  },
  {
    name: 'campaign',
    who: 'admin',
    path: '/admin/notifications',
    method: 'POST',
    call: /\/api\/notifications\/admin\/send$/,
    field: { name: 'title', label: 'Заголовок', value: 'Проверка отказов' },
    form: 'Новая рассылка',
    submit: 'Отправить',
    fill: async (page) => {
      await page.getByLabel('Получатели').selectOption('Сотрудники')
      await page.getByLabel('Сообщение').fill('Всё на месте')
    },
    done: /Рассылка (поставлена в очередь|уйдёт)|Уйдёт через/,
  },
]

for (const formCase of forms)
  test(`the ${formCase.name} form keeps what was typed and sends it once`, async ({ browser }) => {
    const page = await openPageOf(browser, formCase.who)
    let sent = 0
    let answer: (route: Route) => Promise<void> = (route) => route.fallback()
    await page.route(formCase.call, (route) => {
      if (route.request().method() !== formCase.method) return route.fallback()
      sent += 1
      return answer(route)
    })
    await open(page, formCase.path)
    const form = page.getByRole('form', { name: formCase.form })
    const field = form.getByLabel(formCase.field.label)
    const submit = form.getByRole('button', { name: formCase.submit, exact: true })
    await field.fill(formCase.field.value)
    await formCase.fill?.(page)
    for (const status of [0, ...refusals]) {
      answer = (route) => (status === 0 ? route.abort() : route.fulfill(makeProblem(status)))
      sent = 0
      await submit.click()
      const message = status === 0 ? 'Нет связи с сервером.' : `Отказ ${status}`
      await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
      await expect(field).toHaveValue(formCase.field.value)
      expect(sent, `${status}`).toBe(1)
    }
    // The response is slow, and meanwhile the form is submitted again.
    const slow = holdAnswer()
    answer = slow.answer
    sent = 0
    await field.press('End')
    await form.evaluate((element: HTMLFormElement) => {
      for (let press = 0; press < 3; press += 1) element.requestSubmit()
    })
    await expect(form.locator('button[type=submit]')).toBeDisabled()
    slow.release()
    await expect(page.getByText(formCase.done).first()).toBeVisible()
    expect(sent).toBe(1)
    if (formCase.name.startsWith('record')) {
      const id = new URL(page.url()).searchParams.get('item')
      await callApi(page, 'DELETE', `/api/content/admin/team/${id}`)
    }
    await page.context().close()
  })

test('the refusal of a field is shown beside it', async ({ browser }) => {
  const page = await openPageOf(browser, 'admin')
  await page.route(/\/api\/content\/admin\/team$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill(
          makeProblem(422, { errors: [{ field: 'email', message: 'Такой почты не бывает' }] }),
        )
      : route.fallback(),
  )
  await open(page, '/admin/team?item=new')
  await page.getByLabel('Имя').fill('Илья')
  await page.getByLabel('Должность').fill('Логист')
  await page.getByLabel('Email').fill('нет')
  const form = page.getByRole('form', { name: 'Новый сотрудник' })
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Такой почты не бывает')
  await expect(page.getByLabel('Email')).toHaveValue('нет')
  await page.context().close()
})

test('an ended session leads to the home page and leaves no private data', async ({ browser }) => {
  const page = await openPageOf(browser, 'buyer')
  await open(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Личный кабинет')
  const endSession = (route: Route) => route.fulfill(makeProblem(401, { code: 'token_expired' }))
  await page.route(/\/api\/(me|auth)\//, endSession)
  await open(page, '/dashboard/payments')
  await expect(page.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
  const listLeftData = () =>
    page.evaluate(async () => {
      const keys = ['user', 'isAuthenticated', 'accessToken', 'refreshToken']
      const cached: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const { url } of await cache.keys()) cached.push(url)
      }
      return {
        keys: keys.filter((key) => localStorage.getItem(key)),
        cached: cached.filter((url) => /\/api\/(me|auth)|\/notifications/.test(url)),
      }
    })
  await expect.poll(listLeftData).toEqual({ keys: [], cached: [] })
  await page.context().close()
})
