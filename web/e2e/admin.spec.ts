import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { callApi, signInAdministrator } from './administrators.ts'
import { computeDay, signInBuyer } from './buyers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, open, test } from './site.ts'

let admin: BrowserContext
let page: Page

test.beforeEach(async ({ browser }) => {
  admin = await signInAdministrator(browser)
  page = await openPanelPage(admin)
})
test.afterEach(async () => {
  await admin.close()
})

const makeUniqueSuffix = () => Date.now().toString(36)
const locatePanel = () => page.getByRole('main').getByRole('complementary')

test('an article is written beside its preview, scheduled, changed by two at once, and brought back', async () => {
  const title = `Путь из Штутгарта ${makeUniqueSuffix()}`
  await open(page, '/admin/articles')
  await page.getByRole('button', { name: 'Добавить' }).click()
  const form = page.getByRole('form', { name: 'Новая статья' })
  await form.getByLabel('Заголовок').fill(title)
  await form.getByLabel('Текст').fill('## Паром\n\nОдна **перевалка** <script>alert(1)</script>')
  const preview = page.getByRole('region', { name: 'Как прочтут' })
  await expect(preview.getByRole('heading', { name: 'Паром' })).toBeVisible()
  await expect(preview).toContainText(title)
  await form.getByLabel('Состояние').selectOption('Запланирована')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expect(form.getByText('Категории: Заполните, чтобы опубликовать')).toBeVisible()
  await form.getByLabel('Гиды').check()
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expect(form.getByText(/Укажите, когда опубликовать/).first()).toBeVisible()
  await form.getByLabel('Опубликовать в (МСК)').fill(`${computeDay(2)}T10:00`)
  await form.getByRole('button', { name: 'Добавить' }).click()
  const question = page.getByRole('alertdialog', { name: `Запланировать: ${title}?` })
  await expect(question.getByRole('listitem')).toHaveText([/^вступления/, /^картинки/])
  await question.getByRole('button', { name: 'Запланировать всё равно' }).click()
  await expect(locatePanel().getByRole('heading', { name: title })).toBeVisible()

  // The same article is saved first in another tab.
  const other = await admin.newPage()
  await open(other, page.url())
  await other.getByLabel('Вступление').fill('Первый сохранил')
  await other.getByRole('button', { name: 'Сохранить' }).click()
  await expect(other.getByText('Сохранено')).toBeVisible()
  await page.getByLabel('Текст').fill('Второй переписал')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const stale = page.getByRole('alert').filter({ hasText: 'Запись изменил кто-то другой' })
  await expect(stale).toContainText('Вступление: «Первый сохранил»')
  await expect(page.getByLabel('Текст')).toHaveValue('Второй переписал')
  await stale.getByRole('button', { name: 'Записать мои правки поверх' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  const former = page.getByRole('group').filter({ hasText: 'перевалка' })
  await expect(former).toHaveCount(2)
  await former.first().locator('summary').click()
  await former.first().getByRole('button', { name: 'Вернуть эту версию' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть эту версию' }).click()
  await expect(page.getByLabel('Текст')).toHaveValue(/перевалка/)

  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await page.getByRole('searchbox', { name: 'Поиск' }).fill(title)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: title })).toContainText('Запланирована')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить CSV' }).click()
  const csv = String(await readFile(await (await download).path()))
  expect(csv.split('\r\n')[1]).toContain(`${title};Запланирована;Гиды`)
  await page.getByLabel(`Выбрать: ${title}`).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Опубликовать 1' }).focus()
  await page.keyboard.press('Enter')
  // The first publication cannot be undone, so it needs a confirmation.
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Опубликовать всё равно' })
    .click()
  // The button disappears with the selection, and the focus moves to the result of the action.
  await expect(page.locator(':focus')).toHaveText('Готово: 1.')
  await expect(page.getByRole('row', { name: title })).toContainText('Опубликована')
  await page.getByRole('searchbox', { name: 'Поиск' }).fill('')
  await page.getByRole('columnheader', { name: 'Заголовок' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=title/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Заголовок' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
})

test('an unsaved article needs a confirmation before anything replaces it, and survives a crash', async () => {
  const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Остаться' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByLabel('Текст')).toHaveValue('Десять минут работы')
  }
  await open(page, '/admin/articles')
  await page.getByRole('row').nth(1).locator('.ad-open').click()
  await page.getByLabel('Текст').fill('Десять минут работы')

  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await stay()
  await page.getByRole('navigation').getByRole('link', { name: 'Автомобили' }).first().click()
  await stay()
  await page.goBack()
  await stay()

  // A crash of the tab runs no code of the page. Otherwise the browser asks before it leaves.
  let dialogType = ''
  page.once('dialog', (dialog) => {
    dialogType = dialog.type()
    void dialog.accept()
  })
  await page.reload()
  expect(dialogType).toBe('beforeunload')
  await expect(page.getByText('Восстановлены несохранённые правки')).toBeVisible()
  await expect(page.getByLabel('Текст')).toHaveValue('Десять минут работы')

  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await question.getByRole('button', { name: 'Уйти' }).click()
  await expect(page.getByLabel('Текст')).toHaveCount(0)
  await page.getByRole('row').nth(1).locator('.ad-open').click()
  await expect(page.getByLabel('Текст')).toBeVisible()
  await expect(page.getByLabel('Текст')).not.toHaveValue('Десять минут работы')
})

test('comments are moderated by keyboard, undone, and moderated in bulk', async ({ browser }) => {
  const buyer = await signInBuyer(browser, 'Ольга')
  const [post] = (await callApi(buyer.context, 'GET', '/api/blog/posts?limit=1')).posts
  const written: string[] = []
  for (const text of ['Первый', 'Второй', 'Третий']) {
    const { data } = await callApi(buyer.context, 'POST', '/api/comments', {
      post_id: post.id,
      content: `${text} ${makeUniqueSuffix()}`,
    })
    written.push(data.content)
  }
  const [first = '', second = '', third = ''] = written
  await open(page, '/admin/comments')
  const list = page.getByRole('table', { name: 'Комментарии' })
  const locateRow = (text: string) => list.getByRole('row').filter({ hasText: text })
  await locateRow(first).getByRole('button').click()
  await expect(locatePanel()).toContainText(first)
  await page.keyboard.press('j')
  await expect(locatePanel()).toContainText(second)
  await page.keyboard.press('k')
  await expect(locatePanel()).toContainText(first)
  // The message that it is done leaves by itself after some seconds, so the wait for it begins before the press.
  await Promise.all([page.getByText('Комментарий одобрен.').waitFor(), page.keyboard.press('a')])
  await expect(locateRow(first)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(locateRow(first)).toHaveCount(1)

  await locateRow(first).getByRole('button').click()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Причина отклонения')).toBeFocused()
  await page.getByRole('button', { name: 'Комментарий не относится к статье' }).click()
  await page.getByRole('button', { name: 'Отклонить' }).click()
  await expect(locateRow(first)).toHaveCount(0)
  for (const text of [second, third]) await locateRow(text).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Одобрить 2' }).click()
  await expect(locateRow(third)).toHaveCount(0)

  const reader = await buyer.context.newPage()
  await open(reader, `/blog/${post.slug}`)
  const dialog = reader.getByRole('dialog')
  const mine = dialog.getByRole('listitem').filter({ hasText: first })
  await expect(mine).toContainText('Отклонён')
  await expect(mine).toContainText('Комментарий не относится к статье')
  await expect(dialog.getByRole('listitem').filter({ hasText: third })).not.toContainText(
    'модерации',
  )
  await buyer.context.close()
})

test('contacts and requests are an inbox with a person in charge and a reply clock', async () => {
  const name = `Пётр ${makeUniqueSuffix()}`
  await open(page, '/admin')
  const person = { name, phone: '+79161234567', consent: true }
  for (const text of ['Где мой договор?', 'Где мой счёт?'])
    await callApi(page, 'POST', '/api/contact', {
      ...person,
      email: 'petr@example.com',
      message: text,
    })
  await callApi(page, 'POST', '/api/requests', {
    ...person,
    kind: 'selection',
    message: 'Нужен кабриолет',
  })
  await page.getByRole('link', { name: /^Новые обращения/ }).click()
  await expect(page).toHaveURL(/contacts\?status=new/)
  await page.getByRole('searchbox', { name: 'Поиск' }).fill(name)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(2)
  await rows.filter({ hasText: 'договор' }).getByRole('button').click()
  await expect(locatePanel()).toContainText('Ответить до')
  await locatePanel().getByRole('button', { name: 'Взять себе' }).click()
  await expect(locatePanel().getByLabel('Состояние')).toHaveValue('in_progress')
  await expect(locatePanel().getByLabel('Кто ведёт').locator('option:checked')).not.toHaveText(
    'Никто',
  )
  await locatePanel().getByLabel('Заметка для своих').fill('Позвонить после обеда')
  await locatePanel().getByLabel('Состояние').selectOption('Отвечено')
  await locatePanel().getByRole('button', { name: 'Сохранить' }).click()
  await expect(locatePanel()).toContainText('Ответ отправлен')
  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await expect(locatePanel()).toHaveCount(0)
  await page.getByLabel('Состояние').selectOption('Все')
  await expect(rows).toHaveCount(2)
  const boxBefore = await rows.last().boundingBox()
  await page.getByLabel('Выбрать все').check()
  await page.getByRole('button', { name: 'Закрыть 2' }).click()
  await expect(page.getByText('Готово: 2.')).toBeVisible()
  expect((await rows.last().boundingBox())?.y).toBe(boxBefore?.y)

  await open(page, `/admin/requests?search=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: 'Подбор' }).getByRole('button').click()
  await expect(locatePanel()).toContainText('Нужен кабриолет')
})

test('a car gets its picture in its form, and a user is blocked with a reason', async ({
  browser,
}) => {
  await open(page, '/admin/cars')
  // Not the newest car, which the catalogue shows first, with its drawing.
  await page.getByRole('row').last().getByRole('button').click()
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 480, height: 320 } })
  // The faults of the inspection have separate pictures.
  const form = locatePanel()
    .locator('form')
    .filter({ has: page.getByLabel('Снимки', { exact: true }) })
  await form
    .getByLabel('Загрузить картинку')
    .last()
    .setInputFiles({ name: 'car.png', mimeType: 'image/png', buffer: png })
  await expect(locatePanel().getByLabel('Снимки', { exact: true })).toHaveValue(/\/media\//)
  await expect(locatePanel().getByRole('img').first()).toBeVisible()
  await locatePanel().getByRole('button', { name: 'Сохранить' }).click()
  await expect(locatePanel().getByText('Сохранено')).toBeVisible()
  await open(page, '/admin/team')
  await page.getByRole('row').nth(1).getByRole('button').click()
  await expect(locatePanel().getByLabel('Должность')).not.toHaveValue('')

  const buyer = await signInBuyer(browser, 'Виктор')
  const buyerPage = await buyer.context.newPage()
  await open(buyerPage, '/dashboard')
  await open(page, `/admin/users?search=${encodeURIComponent(buyer.email)}`)
  await expect(page.getByRole('row').filter({ hasText: buyer.email })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить CSV' }).click()
  const csv = String(await readFile(await (await download).path()))
  expect(csv).toMatch(/^\uFEFFНомер;Email;/)
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  await page.getByRole('row').filter({ hasText: buyer.email }).getByRole('button').click()
  await expect(locatePanel().getByRole('listitem')).not.toHaveCount(0)
  await expect(locatePanel().getByRole('button', { name: 'Заблокировать' })).toBeDisabled()
  await locatePanel().getByLabel('Причина').fill('Чужие документы')
  await locatePanel().getByRole('button', { name: 'Заблокировать' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Заблокировать' }).click()
  await expect(locatePanel()).toContainText('Заблокирован: Чужие документы')
  await expect(buyerPage.getByRole('heading', { name: 'Account blocked' })).toBeVisible()
  await locatePanel().getByRole('button', { name: 'Разблокировать' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Разблокировать' }).click()
  await expect(locatePanel().getByLabel('Причина')).toBeVisible()
  await open(page, '/admin/audit?view=accounts')
  await page.getByRole('row').nth(1).getByRole('button').click()
  await expect(locatePanel()).toContainText('Виктор Орлова')
  await expect(page.getByRole('row', { name: 'Выгрузка учётных записей' })).not.toHaveCount(0)
  await buyer.context.close()
})

test('an incident and maintenance reach the status page; client errors are listed', async () => {
  const title = `Медленная почта ${makeUniqueSuffix()}`
  await open(page, '/admin/status')
  await page.getByRole('button', { name: 'Добавить' }).click()
  const form = page.getByRole('form', { name: 'Новый инцидент' })
  await form.getByLabel('Название').fill(title)
  await form.getByLabel('Почтовая служба').check()
  await form.getByLabel('Первое сообщение').fill('Смотрим очередь')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('button', { name: 'Опубликовать и сообщить' }).click()
  // Cancelled in time: nobody has seen it, and it is gone. Its text is the draft of a new one.
  await locatePanel().getByRole('button', { name: 'Отменить публикацию' }).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0)
  await expect(form.getByLabel('Название')).toHaveValue(title)
  await expect(form.getByLabel('Почтовая служба')).toBeChecked()
  await expect(form.getByLabel('Первое сообщение')).toHaveValue('Смотрим очередь')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('button', { name: 'Опубликовать и сообщить' }).click()
  await expect(locatePanel().getByText('Опубликуем через')).toBeVisible()
  await locatePanel().getByLabel('Состояние').selectOption('Устранено')
  await locatePanel().getByLabel('Сообщение о ходе').fill('Очередь разобрана')
  await locatePanel().getByRole('button', { name: 'Добавить сообщение' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Закрыть инцидент' }).click()
  await expect(
    locatePanel().getByRole('listitem').filter({ hasText: 'Очередь разобрана' }),
  ).toBeVisible()
  const status = await admin.newPage()
  await open(status, '/status')
  await expect(status.getByText(title).first()).toBeVisible()
  await locatePanel().getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0)

  const complaint = `Не открылось ${makeUniqueSuffix()}`
  await page.evaluate(
    (line) =>
      fetch('/api/logs', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(line),
      }),
    { level: 'error', context: 'catalogue', message: complaint, data: { step: 'crop' } },
  )
  await open(page, '/admin/status?view=logs')
  await page.getByRole('searchbox', { name: 'Поиск' }).fill(complaint)
  await expect(page).toHaveURL(/search=/)
  const line = page.getByRole('row').filter({ hasText: complaint })
  await expect(async () => {
    await page.reload()
    await expect(line.or(page.getByText('Ничего не нашлось'))).toBeVisible()
    expect(await line.count()).toBe(1)
  }).toPass()
  await expect(line).toContainText('Каталог')
  await line.getByRole('button').click()
  await locatePanel().locator('summary').first().click()
  await expect(locatePanel()).toContainText('crop')
})

test('settings show their effect before they are saved, and the log shows who changed what', async () => {
  await open(page, '/admin/settings?view=calculator')
  const effect = page.getByRole('table', { name: 'Что изменится' })
  await expect(effect.getByRole('row')).not.toHaveCount(1)
  await expect(effect.getByText('без изменений').first()).toBeVisible()
  await page.getByLabel('Источник курса евро').selectOption('Вручную')
  await page.getByLabel('Курс вручную, ₽').fill('')
  await expect(page.getByText('Введите курс, чтобы увидеть разницу.')).toBeVisible()
  await page.getByLabel('Курс вручную, ₽').fill('120')
  await expect(effect.getByText(/^\+[\d\s]+₽$/).first()).toBeVisible()

  await open(page, '/admin/settings?view=widgets')
  const telegram = page.getByLabel('Сообщество Telegram')
  const before = await telegram.inputValue()
  const address = `https://t.me/meridian_${makeUniqueSuffix()}`
  await telegram.fill(address)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  const site = await admin.newPage()
  await open(site, '/contacts')
  // The footer is hydrated when it comes near the viewport.
  await site.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(site.locator(`a[href="${address}"]`).first()).toBeAttached()
  await telegram.fill(before)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await open(page, '/admin/audit?entity=settings')
  await page.getByRole('row').nth(1).getByRole('button').click()
  const widgets = locatePanel().getByRole('row').filter({ hasText: 'Виджеты' })
  await expect(widgets).toBeVisible()
  await expect(widgets).not.toContainText('{"')
})

test('a campaign is scheduled and cancelled, and templates are changed and reset', async () => {
  const title = `Открытый день ${makeUniqueSuffix()}`
  await open(page, '/admin/notifications')
  await expect(page.getByText(/^Открытых соединений: \d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(page.getByText('Напишите заголовок').first()).toBeVisible()
  await page.getByLabel('Получатели').selectOption('Сотрудники')
  await page.getByLabel('Заголовок').fill(title)
  await page.getByLabel('Сообщение').fill('Ждём всех, {first_name}')
  await page.getByLabel('Отправить позже').check()
  await page.getByLabel('Когда').fill(`${computeDay(3)}T12:00`)
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(page.getByText(/^Рассылка уйдёт/)).toBeVisible()
  const row = page.getByRole('table', { name: 'Рассылки' }).getByRole('row', { name: title })
  await expect(row).toContainText('запланирована')
  await row.getByRole('button', { name: `Отменить рассылку «${title}»` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить', exact: true }).click()
  await expect(row).toContainText('отменена')

  await page.getByRole('searchbox', { name: 'Поиск текста' }).fill('Пароль изменён')
  await page
    .getByRole('button', { name: /^Изменить текст/ })
    .first()
    .click()
  const wording = page.getByRole('dialog', { name: 'Текст события' })
  await wording.getByLabel('Сообщение').fill('Пароль сменили {when_it_was}')
  await wording.getByRole('button', { name: 'Сохранить' }).click()
  await expect(wording.getByLabel('Сообщение')).toHaveAccessibleDescription(/when_it_was/)
  await wording.getByLabel('Сообщение').fill('Пароль сменили {time}.')
  await wording.getByRole('button', { name: 'Сохранить' }).click()
  await expect(wording).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Изменить текст/ })
    .first()
    .click()
  await wording.getByRole('button', { name: 'Вернуть исходный' }).click()
  await expect(wording).toHaveCount(0)
})

test('a key of the calculation API is issued, used from another site, and revoked', async ({
  request,
  baseURL,
}) => {
  const name = `Сайт дилера ${makeUniqueSuffix()}`
  await open(page, '/admin/settings?view=apiKeys')
  await page.getByRole('button', { name: 'Добавить' }).click()
  const form = page.getByRole('form', { name: 'Новый ключ API' })
  await form.getByLabel('Название ключа').fill(name)
  await form.getByLabel('Кому выдан').fill('ООО «Дилер»')
  await form.getByLabel('Вызовов в минуту').fill('60')
  await form.getByLabel('Вызовов в сутки').fill('5000')
  await form.getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByText('Ключ показан один раз')).toBeVisible()
  const key = await page.locator('code').filter({ hasText: 'mdc_' }).textContent()

  const calculate = () =>
    request.post(new URL('/api/calculator/v1/calculations', baseURL).href, {
      headers: { Authorization: `Bearer ${key}`, Origin: 'https://dealer.example' },
      data: {
        price: 3_000_000,
        engineVolumeLiters: 2,
        fuelType: 'petrol',
        age: 4,
        importCategory: 'personal',
        enginePower: 150,
      },
    })
  const answer = await calculate()
  expect(answer.status()).toBe(200)
  expect(answer.headers()['access-control-allow-origin']).toBe('*')
  expect(answer.headers().ratelimit).toContain('"minute";r=59')
  expect((await answer.json()).breakdown[0].source).toContain('Решение')

  await page.getByRole('button', { name: 'Отозвать ключ' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать ключ' }).click()
  await expect(page.getByText('Ключ отозван')).toBeVisible()
  expect((await (await calculate()).json()).code).toBe('api_key_invalid')
})
