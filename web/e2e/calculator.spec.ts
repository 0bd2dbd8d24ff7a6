import { normalizeSpaces } from '../tests/normalizeSpaces.ts'
import { expect, findBeyondTheEdge, open, phone, test } from './site.ts'

test.describe('the services page', () => {
  test('has its cards, steps and anchors in the HTML', async ({ request }) => {
    const html = await (await request.get('/services')).text()
    for (const id of ['selection', 'history', 'delivery', 'calculator'])
      expect(html).toContain(`id="${id}"`)
    for (const words of [
      'Подбор автомобиля',
      'Проверка истории',
      'Доставка и растаможивание',
      'Трейд-ин',
      'Консультация',
      'Поиск',
      'Проверка',
      'Покупка',
      'Логистика',
      'Таможня',
      'Передача',
      '30 минут',
      '1–3 дня',
      '1–2 дня',
      '2–6 недель',
      '3–7 дней',
      '1 день',
      'Заказать подбор',
      'Заказать проверку',
      'Заказать доставку',
      'Заказать оценку',
    ])
      expect(normalizeSpaces(html)).toContain(words)
    expect(html).toContain('href="/?kind=selection#quick-request"')
  })

  test('calculates example 1 of the rules to the rouble, and says what is in force today', {
    tag: '@core',
  }, async ({ page }) => {
    await open(page, '/services')
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.scrollIntoViewIfNeeded()
    await region.getByLabel('Стоимость, ₽').fill('3000000')
    await region.getByLabel('Объём двигателя, л').fill('2.0')
    await region.getByLabel('Возраст, лет').fill('4')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    const result = page.getByRole('region', { name: 'Результат расчёта' })
    await expect(result).toBeVisible()
    const text = normalizeSpaces(await result.textContent())
    expect(text).toContain('Таможенная пошлина504 094 ₽')
    expect(text).toContain('Таможенный сбор16 524 ₽')
    for (const row of ['Утилизационный сбор', 'НДС', 'Акциз']) expect(text).toContain(row)
    expect(text).toContain('Итого таможенные платежи525 818 ₽')
    expect(text).toContain('Итого с автомобилем3 525 818 ₽')
    await expect(result.getByText('По редакции, действующей сегодня:')).toBeVisible()
    await result.getByRole('button', { name: 'Пересчитать по действующей редакции' }).click()
    await page.getByRole('button', { name: 'Вернуться к редакции по умолчанию' }).click()
    await expect(
      page.getByRole('button', { name: 'Пересчитать по действующей редакции' }),
    ).toBeVisible()
  })

  test('says what changes the sum next, by the rates in force', { tag: '@core' }, async ({
    page,
  }) => {
    await open(page, '/services')
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.scrollIntoViewIfNeeded()
    await region.getByLabel('Стоимость, ₽').fill('3000000')
    await region.getByLabel('Объём двигателя, л').fill('2.0')
    await region.getByLabel('Возраст, лет').fill('2')
    await region.getByLabel('Мощность двигателя').fill('150')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    const outlook = page.getByRole('region', { name: 'Что изменит сумму' })
    await outlook.scrollIntoViewIfNeeded()
    await expect(outlook.getByText(/Мощнее 160.л\..с\.: платежи составят/)).toBeVisible()
    await expect(outlook.getByText(/автомобиль станет старше 3.лет/)).toBeVisible()
  })

  test('accepts a decimal comma, whatever the language of the browser', { tag: '@core' }, async ({
    page,
  }) => {
    await open(page, '/services')
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.scrollIntoViewIfNeeded()
    // The field is in the HTML before its code is loaded.
    await expect(async () => {
      const volume = region.getByLabel('Объём двигателя, л')
      await volume.fill('')
      await volume.pressSequentially('0,9')
      expect(await volume.inputValue()).toBe('0.9')
    }).toPass()
    const age = region.getByLabel('Возраст, лет')
    await age.pressSequentially('2,5')
    await expect(age).toHaveValue('2.5')
  })

  test('saves a calculation under its own address', { tag: '@core' }, async ({ page }) => {
    await open(page, '/services')
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.scrollIntoViewIfNeeded()
    await region.getByLabel('Стоимость, ₽').fill('1800000')
    await region.getByLabel('Объём двигателя, л').fill('1.5')
    await region.getByLabel('Возраст, лет').fill('2')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    await page.getByRole('button', { name: 'Сохранить и поделиться' }).click()
    const link = page.locator('a[href^="/calc/"]')
    await expect(link).toBeVisible()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сохранённый расчёт')
    const result = page.getByRole('region', { name: 'Результат расчёта' })
    await expect(result).toBeVisible()
    expect(normalizeSpaces(await result.textContent())).toContain('Итого с автомобилем2 679 146 ₽')
  })

  test('names missing fields beside them, and shows in red that the calculation failed', {
    tag: '@core',
  }, async ({ page }) => {
    await open(page, '/services')
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await region.scrollIntoViewIfNeeded()
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    await expect(region.getByRole('alert')).toContainText('Укажите стоимость')
    await expect(region.getByLabel('Стоимость, ₽')).toHaveAttribute('aria-invalid', 'true')
    await region.getByLabel('Стоимость, ₽').fill('3000000')
    await region.getByLabel('Объём двигателя, л').fill('10.1')
    await region.getByLabel('Возраст, лет').fill('51')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    await expect(region.getByLabel('Объём двигателя, л')).toHaveAttribute('aria-invalid', 'true')
    await expect(region.getByLabel('Возраст, лет')).toHaveAttribute('aria-invalid', 'true')
    await region.getByLabel('Объём двигателя, л').fill('10')
    await region.getByLabel('Возраст, лет').fill('50')

    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/calculator/calculate', async (route) => {
      await answered
      await route.abort()
    })
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    await expect(region.getByRole('button', { name: 'Рассчитываем…' })).toBeDisabled()
    answer()
    await expect(region.getByRole('alert')).toContainText('Не удалось рассчитать стоимость')
    await region.getByLabel('Возраст, лет').fill('5')
    await expect(region.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('the services page on a phone', () => {
  test.use(phone)

  test('hides the advantages, sets no limits to the fields, and its result fits the width', async ({
    page,
  }) => {
    await open(
      page,
      '/services?price=3000000&engineVolumeLiters=2&age=4&enginePower=190#calculator',
    )
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await expect(page.getByRole('region', { name: 'Результат расчёта' })).toBeVisible()
    expect(await findBeyondTheEdge(page)).toEqual([])
    await expect(page.locator('#advantages')).toBeHidden()
    await expect(page.locator('#steps')).toBeVisible()
    const sent = page.waitForRequest('**/api/calculator/calculate')
    await region.getByLabel('Возраст, лет').fill('51')
    await region.getByRole('button', { name: 'Рассчитать' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ age: 51 })
  })
})

test('the header and the calculator are usable by keyboard alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/services')
  const focused = page.locator(':focus')
  const stops = [
    'Перейти к содержанию',
    '+7 495 000-00-00',
    'Меридиан Авто',
    'Главная',
    'О компании',
    'Услуги',
    'Автомобили',
    'Блог',
    'Контакты',
    'Включить тёмную тему',
    'Авторизоваться',
  ]
  for (const name of stops) {
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAccessibleName(name)
  }
  await page.goto('/services#calculator')
  await expect(page.locator('#calculator')).toBeFocused()
  const walk = [
    { name: 'Физическое лицо', press: 'ArrowRight' },
    { name: 'Стоимость, ₽', type: '3000000' },
    { name: 'Бензин', press: 'ArrowRight' },
    { name: 'Объём двигателя, л', type: '2.0' },
    { name: 'Возраст, лет', type: '4' },
    { name: 'Мощность двигателя', type: '190' },
    { name: 'Единица мощности' },
    { name: 'Электромобиль' },
    { name: 'Коммерческий транспорт', press: 'Space' },
    { name: 'Рассчитать', press: 'Enter' },
  ]
  const sent = page.waitForRequest('**/api/calculator/calculate')
  for (const { name, press, type } of walk) {
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAccessibleName(name)
    if (type) await page.keyboard.type(type)
    if (press) await page.keyboard.press(press)
  }
  expect((await sent).postDataJSON()).toMatchObject({
    price: 3_000_000,
    fuelType: 'diesel',
    importCategory: 'legal',
    isCommercial: true,
  })
  await expect(page.getByRole('region', { name: 'Результат расчёта' })).toBeVisible()
})
