import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callApi, createOrder, signInAdministrator } from './administrators.ts'
import { locateToasts } from './bell.ts'
import { type Buyer, computeDay, findWorkingDay, signInBuyer } from './buyers.ts'
import { openPanelPage } from './panelPage.ts'
import { expect, navigate, open, test } from './site.ts'

const pdf = {
  name: 'inn.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
}

/** Draws a PNG of coloured stripes in the page. Its lower half is transparent. */
async function drawPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const data = await page.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      for (let x = 0; context && x < width; x += 10) {
        context.fillStyle = `hsl(${x % 360} 60% 50%)`
        context.fillRect(x, 0, 10, height / 2)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(data, 'base64')
}

test.describe('an order', () => {
  test('is led by the administrator and followed live by its buyer, who sends documents and shares the route', async ({
    browser,
  }) => {
    const admin = await signInAdministrator(browser)
    const buyer = await signInBuyer(browser)
    const adminPage = await openPanelPage(admin)
    const page = await buyer.context.newPage()
    const order = await createOrder(adminPage, {
      user_id: buyer.id,
      title: 'BMW 318d Touring, 2022',
      price_rub: 3_397_361,
    })

    await open(page, '/dashboard')
    await page.getByRole('link', { name: 'BMW 318d Touring, 2022' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('BMW 318d Touring, 2022')
    const stages = page.getByRole('table', { name: 'Семь этапов' })
    await expect(stages.getByRole('rowheader')).toHaveCount(7)
    await expect(page.getByRole('img', { name: /^Карта пути/ })).toBeVisible()

    // The administrator advances the order, and the buyer's page updates by itself.
    await open(adminPage, `/admin/orders?item=${order.id}`)
    await adminPage
      .getByLabel('Сообщение покупателю', { exact: true })
      .fill('Ищем дизель до 160 сил')
    await adminPage.getByRole('button', { name: 'Перевести на следующий этап' }).click()
    const message = adminPage.getByRole('region', { name: 'Сообщение, которое получит покупатель' })
    await expect(message).toContainText(`Начали поиск, заказ ${order.number}`)
    await expect(message).toContainText('Ищем дизель до 160 сил')
    // The toast leaves by itself after some seconds, so the wait for it begins before the press.
    const toast = locateToasts(page).getByRole('status').filter({ hasText: 'Бронирование' })
    await Promise.all([
      toast.waitFor(),
      adminPage.getByRole('button', { name: 'Перевести и сообщить' }).click(),
    ])
    await expect(page.getByText('Поиск, этап 2 из 7')).toBeVisible()
    await expect(stages.getByRole('row').filter({ hasText: '1. Консультация' })).toContainText(
      'Ищем дизель до 160 сил',
    )

    // A moved plan requires a reason, which the buyer can read.
    await adminPage.getByRole('button', { name: 'Срок и сообщение: Передача' }).click()
    const plannedEnd = Date.parse(order.steps.at(-1)?.planned_to ?? '')
    const later = new Date(plannedEnd + 5 * 86_400_000).toISOString().slice(0, 10)
    const plan = adminPage.getByRole('group', { name: 'Срок и сообщение: Передача' })
    await plan.getByLabel('Конец').fill(later)
    await expect(plan.getByRole('button', { name: 'Сохранить' })).toBeDisabled()
    await plan.getByLabel('Причина переноса').fill('Паром отменён из-за шторма')
    await plan.getByRole('button', { name: 'Сохранить' }).click()
    await expect(adminPage.getByText('задержка: Паром отменён из-за шторма')).toBeVisible()

    const documents = adminPage.getByRole('region', { name: 'Документы' })
    await documents.getByText('Новый документ').click()
    await documents.getByLabel('Название документа').fill('ИНН')
    await documents.getByLabel('Нужен до').fill(computeDay(3))
    await documents.getByRole('button', { name: 'Добавить документ' }).click()
    const line = documents.getByRole('listitem').filter({ hasText: 'ИНН' })
    await expect(line).toContainText('Ждём')
    const money = adminPage.getByRole('region', { name: 'Платежи', exact: true })
    await money.getByText('Новый платёж').click()
    await money.getByLabel('Сумма, ₽').fill('200 000')
    await money.getByLabel('Оплатить до').fill(computeDay(4))
    await money.getByRole('button', { name: 'Добавить платёж' }).click()
    await expect(money.getByRole('listitem')).toContainText('К оплате')

    // A link of an earlier release.
    await open(page, `/dashboard/orders/${order.id}?view=papers`)
    await page
      .getByLabel('Загрузить файл: ИНН')
      .setInputFiles({ ...pdf, mimeType: 'text/plain', name: 'inn.txt' })
    await expect(page.getByRole('alert').filter({ hasText: 'Подойдут PDF' })).toBeVisible()
    await page.getByLabel('Загрузить файл: ИНН').setInputFiles(pdf)
    await expect(page.getByText('ИНН: файл отправлен, менеджер проверит его.')).toBeVisible()

    await adminPage.reload()
    await line.getByLabel('Почему возвращаем: ИНН').fill('Не видно печати')
    await line.getByRole('button', { name: 'Вернуть' }).click()
    await expect(line).toContainText('Отклонён')
    await page.reload()
    await expect(page.getByText('Не видно печати')).toBeVisible()
    await page.getByLabel(/^(Загрузить|Заменить) файл: ИНН$/).setInputFiles(pdf)
    await expect(page.getByText('отправлен', { exact: true })).toBeVisible()
    await adminPage.reload()
    await line.getByRole('button', { name: 'Принять' }).click()
    await expect(line).toContainText('Принят')
    await page.reload()
    await expect(page.getByText('принят', { exact: true })).toBeVisible()
    const fileRequest = page.waitForRequest(/\/documents\/[^/]+\/file$/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать: ИНН' }).click()
    expect(await readFile(await (await download).path())).toEqual(pdf.buffer)

    const views = page.getByRole('navigation', { name: 'Разделы заказа' })
    await views.getByRole('link', { name: 'Платежи' }).click()
    await expect(page).toHaveURL(/view=payments/)
    const payment = page.getByRole('row').filter({ hasText: '200 000 ₽' })
    await expect(payment).toContainText('к оплате')
    const desktop = page.viewportSize()
    if (!desktop) throw new Error('the page has no size')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(payment.getByRole('link', { name: /^Счёт с QR:/ })).toBeVisible()
    await page.setViewportSize(desktop)
    await views.getByRole('link', { name: 'История изменений' }).click()
    await expect(page.getByRole('main')).toContainText('Паром отменён из-за шторма')
    await views.getByRole('link', { name: 'Путь' }).click()
    await expect(page.getByText(/Паром отменён из-за шторма/).first()).toBeVisible()

    await page.getByRole('button', { name: 'Показать близким' }).click()
    const share = page.getByRole('dialog', { name: 'Ссылка для близких' })
    await share.getByRole('button', { name: 'Создать ссылку' }).click()
    const link = new URL(await share.getByLabel('Ссылка', { exact: true }).inputValue())
    const visitor = await (await browser.newContext()).newPage()
    await open(visitor, link.pathname)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('BMW 318d Touring, 2022')
    await expect(visitor.locator('main')).not.toContainText(/397|Орлова|ИНН/)
    await share.getByRole('button', { name: 'Закрыть доступ' }).click()
    await expect(share.getByText('Все ссылки на этот заказ больше не работают.')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText('Ссылка больше не действует')).toBeVisible()

    const otherBuyer = await signInBuyer(browser, 'Олег')
    const elsewhere = await otherBuyer.context.newPage()
    for (const view of ['way', 'payments']) {
      await open(elsewhere, `/dashboard/orders/${order.id}?view=${view}`)
      await expect(elsewhere.getByRole('heading', { name: 'Такого заказа нет' })).toBeVisible()
    }
    await navigate(elsewhere, '/dashboard/payments')
    await expect(elsewhere.getByText('Платежей пока нет')).toBeVisible()
    const kind = 'visit'
    const day = findWorkingDay(50)
    const { slots } = await callApi(page, 'GET', `/api/me/bookings/slots?kind=${kind}&day=${day}`)
    const meeting = { kind, starts_at: slots.at(-1), order_id: order.id }
    const { booking } = await callApi(page, 'POST', '/api/me/bookings', meeting)
    await navigate(elsewhere, '/dashboard/bookings')
    await expect(elsewhere.getByText('Записей и заявок пока нет')).toBeVisible()
    for (const file of [(await fileRequest).url(), `/api/me/bookings/${booking.id}/calendar.ics`]) {
      expect((await page.request.get(file)).status()).toBe(200)
      expect((await elsewhere.goto(file))?.status()).toBe(404)
    }
    for (const context of [admin, buyer.context, otherBuyer.context, visitor.context()])
      await context.close()
  })
})

test.describe('the personal area', () => {
  let buyer: Buyer
  let page: Page
  test.beforeEach(async ({ browser }) => {
    buyer = await signInBuyer(browser)
    page = await buyer.context.newPage()
  })
  test.afterEach(async () => {
    await buyer.context.close()
  })

  test('keeps meetings: books a free time, gives its calendar file, moves and cancels it', async () => {
    await open(page, '/dashboard/bookings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Бронирования')
    const form = page.getByRole('form', { name: 'Новая запись' })
    await form.getByRole('button', { name: 'Записаться' }).click()
    await expect(form.getByText('Выберите день')).toBeVisible()
    // A random day, because other journeys and earlier runs book times too.
    await form.getByLabel('День').fill(findWorkingDay(5 + Math.floor(Math.random() * 25)))
    await form.getByRole('radio').first().check()
    await form.getByLabel('Комментарий').fill('Хочу сравнить два универсала')
    await form.getByRole('button', { name: 'Записаться' }).click()
    await expect(
      page.getByRole('region', { name: 'Новая запись' }).getByText(/Заявка.принята/),
    ).toBeVisible()
    await expect(form.getByLabel('Комментарий')).toHaveValue('')

    const row = page.getByRole('listitem').filter({ hasText: 'Хочу сравнить два универсала' })
    const file = page.waitForEvent('download')
    await row.getByRole('link', { name: /календарь/ }).click()
    const ics = String(await readFile(await (await file).path()))
    expect(ics).toMatch(/BEGIN:VEVENT[\s\S]*DTSTART:\d{8}T\d{6}Z/)

    await row.getByRole('button', { name: /^Перенести/ }).click()
    const move = page.getByRole('dialog', { name: /^Перенести/ })
    await move.getByRole('radio').last().check()
    await move.getByRole('button', { name: 'Перенести' }).click()
    await expect(page.getByText(/^Запись\s+перенесена: \d/)).toBeVisible()
    await row.getByRole('button', { name: /^Отменить/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить запись' }).click()
    await expect(row).toContainText('отменено')
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  test('keeps favourites with an undo, and saved calculations', async () => {
    // The oldest cars, because the newest may belong to another journey, which deletes them.
    const { cars } = await callApi(page, 'GET', '/api/cars?limit=2&sort=created_at')
    for (const car of cars) await callApi(page, 'PUT', `/api/me/favorites/${car.id}`, {})
    const { id } = await callApi(page, 'POST', '/api/calculator/calculations', {
      price: 2_500_000,
      engineVolumeLiters: 2,
      age: 4,
      fuelType: 'diesel',
      importCategory: 'personal',
      isElectric: false,
      isCommercial: false,
    })
    await open(page, '/dashboard#favorites')
    const name = `${cars[0].brand} ${cars[0].model}`
    const section = page.getByRole('region', { name: 'Избранное' })
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await section.getByRole('button', { name: `Добавить заметку: ${name}` }).click()
    await section.getByLabel('Заметка').fill('Показать Марте')
    await section.getByRole('button', { name: 'Сохранить' }).click()
    await expect(section.getByText('Показать Марте')).toBeVisible()
    await section.getByRole('button', { name: `Убрать из избранного: ${name}` }).click()
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section.getByText(`${name} больше не в избранном.`)).toBeVisible()
    await section.getByRole('button', { name: 'Вернуть' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await expect(section.getByText('Показать Марте')).toBeVisible()

    const saved = page.getByRole('table', { name: 'Сохранённые расчёты' })
    await expect(
      saved.getByRole('link', { name: 'Автомобиль за 2 500 000 ₽' }).first(),
    ).toBeVisible()
    await saved.getByRole('button', { name: /^Удалить расчёт/ }).click()
    await page
      .getByRole('alertdialog', { name: 'Удалить расчёт?' })
      .getByRole('button', { name: 'Удалить' })
      .click()
    await expect(page.getByText('Сохранённых расчётов пока нет')).toBeVisible()
    await navigate(page, `/calc/${id}`)
    await expect(page.getByRole('heading', { name: 'Такого расчёта нет' })).toBeVisible()
  })

  test('keeps searches of the catalogue, turns their notifications off and deletes them', async () => {
    await open(page, '/cars?brand=BMW&price_max=90000000')
    await page.getByRole('button', { name: /^Сообщить о.новых/ }).click()
    await expect(page.getByText(/Поиск.сохранён, о.новых.сообщим/)).toBeVisible()
    await page.getByRole('link', { name: /^Мои.поиски/ }).click()
    const section = page.getByRole('region', { name: 'Сохранённые поиски' })
    const row = section.getByRole('listitem').filter({ hasText: /BMW, с.таможней до.90.млн/ })
    await expect(row.getByText(/Сейчас подходит: [1-9]/)).toBeVisible()
    await row.getByRole('switch').click()
    await expect(row.getByRole('switch')).not.toBeChecked()
    await row.getByRole('link', { name: /^BMW/ }).click()
    await expect(page).toHaveURL(/brand=BMW/)
    await expect(page.getByText(/Поиск.сохранён, уведомления.выключены/)).toBeVisible()
    await open(page, '/dashboard#searches')
    await section.getByRole('button', { name: /^Удалить поиск/ }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Удалить поиск/ })
      .click()
    await expect(section.getByText(/Сохранённых поисков пока.нет/)).toBeVisible()
  })

  test('keeps the profile, a cropped photo, and the notification settings', async () => {
    await open(page, '/dashboard#settings')
    const profile = page.getByRole('form', { name: 'Профиль' })
    await profile.getByLabel('Имя').fill('')
    await profile.getByRole('button', { name: 'Сохранить' }).click()
    await expect(profile.getByText('Укажите имя').first()).toBeVisible()
    await profile.getByLabel('Имя').fill('Мария')
    await profile.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByRole('link', { name: 'Привет, Мария!' })).toBeVisible()

    const photo = {
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await drawPicture(page, 640, 420),
    }
    await page.getByLabel('Загрузить фото').setInputFiles(photo)
    const crop = page.getByRole('dialog', { name: 'Кадр для фото' })
    await crop.getByRole('group', { name: /^Кадр/ }).press('ArrowRight')
    await crop.getByRole('button', { name: 'Сохранить' }).click()
    await expect(crop).toHaveCount(0)
    const { user } = await callApi(page, 'GET', '/api/auth/me')
    const avatar = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 512 })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const transparentPart = context?.getImageData(256, 480, 1, 1).data
      return {
        size: [image.naturalWidth, image.naturalHeight],
        darkestOfTransparentPart: Math.min(...(transparentPart ?? [0])),
      }
    }, user.avatar_url)
    expect(avatar.size).toEqual([512, 512])
    // The crop is a JPEG, which would show transparent pixels as black.
    expect(avatar.darkestOfTransparentPart).toBeGreaterThan(240)

    const form = page.getByRole('form', { name: 'Уведомления' })
    await form.getByRole('checkbox', { name: /^Акция.*Почта$/ }).uncheck()
    await expect(form.getByRole('checkbox', { name: /^Безопасность.*На сайте$/ })).toBeDisabled()
    await form.getByLabel('Тихие часы').check()
    await form.getByLabel('С', { exact: true }).fill('23:00')
    await form.getByLabel('До', { exact: true }).fill('23:00')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await expect(form.getByText(/совпадают/)).toBeVisible()
    await form.getByLabel('До', { exact: true }).fill('07:30')
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await expect(form.getByText('Сохранено')).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('До', { exact: true })).toHaveValue('07:30')
    await expect(form.getByRole('checkbox', { name: /^Акция.*Почта$/ })).not.toBeChecked()
  })
})
