// The core journeys in WebKit, the engine of Safari, on a running site (make e2e BROWSER=webkit). They
// follow the journeys that have the tag @core in Chromium and Firefox.

import { test as base, expect } from '@playwright/test'
import { createEmail, password, registerCustomer } from '../customers.ts'
import { waitForCode } from '../mail.ts'
import { keys, openWebKit, type WebKitPage } from './driver.ts'
import {
  alert,
  button,
  dialog,
  elementWithText,
  field,
  form,
  heading,
  link,
  list,
  namedDialog,
  navigation,
  option,
  question,
  radio,
  region,
} from './elements.ts'

const administrator = {
  email: process.env.ADMIN_EMAIL ?? 'admin@example.com',
  password: process.env.ADMIN_PASSWORD ?? '',
}

const test = base.extend<{ site: WebKitPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  site: async ({}, use) => {
    const site = await openWebKit()
    await use(site)
    await site.close()
  },
})

/** Waits until the text of the element contains these words. */
const expectText = (site: WebKitPage, xpath: string, words: string | RegExp) =>
  expect.poll(() => site.readText(xpath), { message: xpath }).toMatch(words)

const expectPath = (site: WebKitPage, path: RegExp) =>
  expect.poll(() => site.readPath(), { message: 'the path of the page' }).toMatch(path)

const expectFocus = (site: WebKitPage, xpath: string) =>
  expect.poll(() => site.hasFocus(xpath), { message: `${xpath} has the focus` }).toBe(true)

async function sendLogin(site: WebKitPage, email: string, secret: string) {
  await site.fill(field('Email', dialog), email)
  await site.fill(field('Пароль', dialog), secret)
  await site.click(button('Войти', dialog))
}

test.describe('the home page', () => {
  test('calculates again when the figures change', async ({ site }) => {
    await site.open('/')
    const calculator = form('Сколько он будет стоить в Москве')
    const total = `${calculator}//output`
    await expectText(site, total, '₽')
    const before = await site.readText(total)
    await site.fill(field('Цена в Европе', calculator), '5000000')
    await expect.poll(() => site.readText(total)).not.toBe(before)
    await expectText(site, total, '₽')
    await site.click(radio('до 3 лет', calculator))
    await site.waitUntilVisible(elementWithText('Таможенная пошлина', calculator))
  })

  test('fits the width of a phone and counts ten years', async ({ site }) => {
    await site.resize(400, 844)
    await site.open('/')
    expect(await site.run('return document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await site.scrollTo("//*[@id = 'why-us']")
    await expectText(site, "//*[@id = 'why-us']", '10+')
  })
})

test.describe('the frame', () => {
  test('has its landmarks, and the keyboard reaches the content first', async ({ site }) => {
    await site.open('/')
    await site.waitUntilVisible(navigation('Основная навигация'))
    for (const name of ['О компании', 'Команда', 'Автомобили', 'Блог', 'Контакты', 'Трейд-ин'])
      expect(await site.count(link(name, '//footer'))).toBeGreaterThan(0)
    await site.press(keys.tab)
    await expectFocus(site, link('Перейти к содержанию'))
    await site.press(keys.enter)
    await expectFocus(site, '//main')
  })

  test('answers an unknown address with 404 and a page of links', async ({ site, request }) => {
    expect((await request.get('/nowhere')).status()).toBe(404)
    await site.open('/nowhere')
    await expectText(site, heading(1), 'Страница не найдена')
    for (const name of ['На главную', 'Услуги и калькулятор', 'Контакты'])
      await site.waitUntilVisible(link(name, '//main'))
  })

  test('closes the menu of a phone at Back before the page is left', async ({ site }) => {
    await site.resize(400, 844)
    await site.open('/services')
    await site.click(button('Меню'))
    await site.click(link('Контакты', dialog))
    await expectPath(site, /^\/contacts$/)
    await site.click(button('Меню'))
    await site.waitUntilVisible(button('Закрыть меню', dialog))
    await site.goBack()
    await site.waitUntilGone(dialog)
    expect(await site.readPath()).toBe('/contacts')
  })
})

test.describe('the catalogue', () => {
  test('keeps its filters and order in the address', async ({ site }) => {
    await site.open('/cars')
    const brand = field('Марка')
    await site.waitUntilVisible(heading(3))
    await site.click(option('BMW', brand))
    await expectPath(site, /brand=BMW/)
    await expectText(site, heading(3), 'BMW')
    await site.click(`${field('Сортировка')}/option[@value = 'price_asc']`)
    await expectPath(site, /sort=price_asc/)
    await site.reload()
    await expect.poll(() => site.readValue(brand)).toBe('BMW')
    await site.click(button('Сбросить фильтры'))
    await expect.poll(() => site.readPath()).not.toContain('brand=')
  })

  test('links to a car: its drawing, nine checks, price and request; Back leads to the list', async ({
    site,
  }) => {
    await site.open('/cars')
    await site.waitUntilVisible(heading(3))
    const name = await site.readText(heading(3))
    await site.click(heading(3))
    await expectPath(site, /^\/cars\/./)
    await expectText(site, heading(1), name)
    await site.waitUntilVisible("//main//*[@role = 'img' and contains(@aria-label, 'вид сбоку')]")
    expect(await site.count("//*[@id = 'checks']//li")).toBe(9)
    await site.click(button('В избранное'))
    await site.waitUntilVisible(dialog)
    await site.press(keys.escape)
    await site.waitUntilGone(dialog)
    const order = form('Заявка на автомобиль')
    await site.scrollTo(order)
    await site.click(button('Отправить заявку', order))
    await expectText(site, alert(order), 'Укажите телефон')
    await site.goBack()
    await expectPath(site, /^\/cars$/)
  })
})

test.describe('the calculator', () => {
  const calculator = region('Калькулятор растаможки')
  const result = region('Результат расчёта')

  async function fillIn(site: WebKitPage, price: string, volume: string, age: string) {
    await site.open('/services')
    await site.scrollTo(calculator)
    await site.fill(field('Стоимость, ₽', calculator), price)
    await site.fill(field('Объём двигателя, л', calculator), volume)
    await site.fill(field('Возраст, лет', calculator), age)
  }

  test('calculates example 1 of the rules to the rouble, and says what is in force today', async ({
    site,
  }) => {
    await fillIn(site, '3000000', '2.0', '4')
    await site.click(button('Рассчитать', calculator))
    await expectText(site, result, 'Таможенная пошлина504 094 ₽')
    const text = await site.readText(result)
    for (const row of [
      'Таможенный сбор16 524 ₽',
      'Итого таможенные платежи525 818 ₽',
      'Итого с автомобилем3 525 818 ₽',
      'По редакции, действующей сегодня:',
    ])
      expect(text).toContain(row)
    await site.click(button('Пересчитать по действующей редакции'))
    await site.click(button('Вернуться к редакции по умолчанию'))
    await site.waitUntilVisible(button('Пересчитать по действующей редакции'))
  })

  test('says what changes the sum next, by the rates in force', async ({ site }) => {
    await fillIn(site, '3000000', '2.0', '2')
    await site.fill(field('Мощность двигателя', calculator), '150')
    await site.click(button('Рассчитать', calculator))
    await site.waitUntilVisible(result)
    const outlook = region('Что изменит сумму')
    await site.scrollTo(outlook)
    await expectText(site, outlook, /Мощнее 160.л\..с\.: платежи составят/)
    await expectText(site, outlook, /автомобиль станет старше 3.лет/)
  })

  test('accepts a decimal comma, whatever the language of the browser', async ({ site }) => {
    await site.open('/services')
    await site.scrollTo(calculator)
    const volume = field('Объём двигателя, л', calculator)
    // The field is in the HTML before its code is loaded.
    await expect(async () => {
      await site.fill(volume, '0,9')
      expect(await site.readValue(volume)).toBe('0.9')
    }).toPass()
    await site.fill(field('Возраст, лет', calculator), '2,5')
    await expect.poll(() => site.readValue(field('Возраст, лет', calculator))).toBe('2.5')
  })

  test('saves a calculation under its own address', async ({ site }) => {
    await fillIn(site, '1800000', '1.5', '2')
    await site.click(button('Рассчитать', calculator))
    await site.click(button('Сохранить и поделиться'))
    await site.click("//a[starts-with(@href, '/calc/')]")
    await expectText(site, heading(1), 'Сохранённый расчёт')
    await expectText(site, result, 'Итого с автомобилем2 679 146 ₽')
  })

  test('names missing fields beside them, and shows that the calculation failed', async ({
    site,
  }) => {
    await site.open('/services')
    await site.scrollTo(calculator)
    await site.click(button('Рассчитать', calculator))
    await expectText(site, alert(calculator), 'Укажите стоимость')
    expect(await site.readAttribute(field('Стоимость, ₽', calculator), 'aria-invalid')).toBe('true')
    await site.fill(field('Стоимость, ₽', calculator), '3000000')
    await site.fill(field('Объём двигателя, л', calculator), '10')
    await site.fill(field('Возраст, лет', calculator), '50')
    await site.failRequests('/api/calculator/calculate')
    await site.click(button('Рассчитать', calculator))
    await expectText(site, alert(calculator), 'Не удалось рассчитать стоимость')
    await site.fill(field('Возраст, лет', calculator), '5')
    await site.waitUntilGone(alert(calculator))
  })
})

test.describe('the contacts', () => {
  const message = form('Форма обратной связи')

  test('keep a refused message, and send it with a confirmation', async ({ site }) => {
    await site.open('/contacts')
    await site.scrollTo(message)
    await site.click(button('Отправить сообщение', message))
    await expectText(site, alert(message), 'Укажите телефон')
    await site.fill(field('Имя', message), 'Анна')
    await site.fill(field('Телефон', message), '89000000000')
    await site.fill(field('Email', message), 'anna@example.com')
    await site.type(field('Сообщение', message), `Нужен осмотр в Мюнхене ${Date.now()}`)
    await site.type(field('Согласие на обработку', message), keys.space)
    await site.failRequests('/api/contact')
    await site.click(button('Отправить сообщение', message))
    await expectText(site, alert(message), 'Нет связи с сервером')
    expect(await site.readValue(field('Имя', message))).toBe('Анна')
    await site.restoreRequests()
    await site.click(button('Отправить сообщение', message))
    await site.waitUntilVisible(elementWithText('Сообщение отправлено!'))
    await expect.poll(() => site.readValue(field('Имя', message))).toBe('')
  })

  test('keep a draft through a reload', async ({ site }) => {
    await site.open('/contacts')
    await site.type(field('Сообщение', message), 'Хочу универсал')
    await expect
      .poll(() => site.run('return JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'))
      .toContain('Хочу универсал')
    await site.reload()
    await expect.poll(() => site.readValue(field('Сообщение', message))).toBe('Хочу универсал')
  })
})

test('the sitemap page links to every page, and to the top of the legal pages', async ({
  site,
}) => {
  await site.open('/sitemap')
  const map = navigation('Карта сайта')
  for (const part of ['home', 'about', 'services', 'blog', 'contacts', 'dashboard', 'legal'])
    await site.waitUntilVisible(`${map}//*[@id = '${part}']`)
  await site.click(link('Политика конфиденциальности', map))
  await expectText(site, heading(1), 'Политика конфиденциальности')
  await expect.poll(() => site.run('return scrollY')).toBe(0)
  expect(await site.count(heading(2))).toBeGreaterThanOrEqual(7)
})

test('the company links to the request and to the services', async ({ site }) => {
  await site.open('/about')
  expect(await site.readAttribute(link('Посмотреть услуги', '//main'), 'href')).toBe('/services')
  await site.click(link('Оставить заявку', '//main'))
  await expectPath(site, /^\/#quick-request$/)
  await site.waitUntilVisible(form('Быстрая заявка'))
})

test.describe('the blog', () => {
  test('shows an error without a list, then six articles, and six more on request', async ({
    site,
  }) => {
    await site.open('/contacts')
    await site.failRequests('/api/blog/posts?')
    await site.click(link('Блог', navigation('Основная навигация')))
    await site.waitUntilVisible(elementWithText('Не удалось загрузить статьи'))
    await site.restoreRequests()
    await site.click(button('Повторить', '//main'))
    await expect.poll(() => site.count('//main//article')).toBe(6)
    await site.click(button('Загрузить ещё', '//main'))
    await expect.poll(() => site.count('//main//article')).toBe(12)
    await site.fill(field('Email для рассылки'), 'нет')
    await site.click(button('Подписаться'))
    await expect
      .poll(() => site.readAttribute(field('Email для рассылки'), 'aria-invalid'))
      .toBe('true')
  })

  test('opens an article at its own address; Back and Escape close it, and Forward opens it again', async ({
    site,
  }) => {
    await site.open('/blog?category=news')
    await site.waitUntilVisible(heading(3))
    const title = await site.readText(heading(3))
    await site.click(`${heading(3)}//a`)
    await expectPath(site, /^\/blog\/[\w-]+\?category=news$/)
    await expectText(site, dialog, title)
    await site.goBack()
    await site.waitUntilGone(dialog)
    await site.goForward()
    await site.waitUntilVisible(dialog)
    await site.press(keys.escape)
    await site.waitUntilGone(dialog)
    await expectPath(site, /^\/blog\?category=news$/)
  })
})

test.describe('a visitor', () => {
  test('registers, verifies the email, signs in, opens the dashboard and signs out', async ({
    site,
  }) => {
    const email = createEmail()
    await site.open('/')
    await site.click(button('Авторизоваться'))
    await site.click(button('Нет аккаунта? Зарегистрироваться', dialog))
    await site.fill(field('Имя', dialog), 'Анна')
    await site.fill(field('Фамилия', dialog), 'Орлова')
    await site.fill(field('Email', dialog), email)
    await site.fill(field('Пароль', dialog), password)
    await site.fill(field('Подтвердите пароль', dialog), password)
    for (const consent of ['Мне есть 18 лет', 'Я принимаю', 'Согласие на обработку'])
      await site.type(field(consent, dialog), keys.space)
    await site.click(button('Зарегистрироваться', dialog))
    const code = field('Код подтверждения', dialog)
    await expectFocus(site, code)
    await site.fill(code, '000000')
    await site.click(button('Подтвердить', dialog))
    await expectText(site, alert(dialog), 'Неверный код подтверждения')
    await site.fill(code, await waitForCode(email))
    await site.click(button('Подтвердить', dialog))
    await site.waitUntilVisible(elementWithText('Email подтвержден!'))
    await sendLogin(site, email, password)
    // The name of the link begins with the initials of the avatar.
    await site.click("//header//a[contains(., 'Анна!')]")
    await expectPath(site, /^\/dashboard/)
    await expectText(site, heading(1), 'Личный кабинет')
    await site.click(button('Выйти'))
    await site.waitUntilVisible(button('Авторизоваться'))
    const kept = await site.run(
      "return ['user', 'isAuthenticated', 'accessToken', 'refreshToken'].map((key) => localStorage.getItem(key))",
    )
    expect(kept).toEqual([null, null, null, null])
  })

  test('sees an error for a wrong password, and sets a new one by a mailed code', async ({
    site,
    request,
  }) => {
    const email = await registerCustomer(request)
    await site.open('/login?next=/services')
    await site.failRequests('/api/auth/login')
    await sendLogin(site, email, 'not the password')
    await expectText(site, alert(dialog), 'Нет связи с сервером')
    await site.restoreRequests()
    await site.click(button('Войти', dialog))
    await expectText(site, alert(dialog), 'Неверный')
    expect(await site.readValue(field('Пароль', dialog))).toBe('not the password')
    await site.click(button('Забыли пароль?', dialog))
    await expect.poll(() => site.readValue(field('Email', dialog))).toBe(email)
    await site.click(button('Отправить код', dialog))
    await site.waitUntilVisible(field('Код подтверждения', dialog))
    await site.fill(field('Код подтверждения', dialog), await waitForCode(email, { after: 1 }))
    await site.fill(field('Новый пароль', dialog), `${password} again`)
    await site.click(button('Сменить пароль', dialog))
    await expectFocus(site, field('Пароль', dialog))
    await site.type(field('Пароль', dialog), `${password} again${keys.enter}`)
    await expectPath(site, /^\/services$/)
  })

  test('is led back from /login to pages of this site alone', async ({ site, request }) => {
    const email = await registerCustomer(request)
    await site.open('/login?next=/services%23calculator')
    await site.waitUntilVisible(dialog)
    await site.press(keys.escape)
    await expectPath(site, /^\/$/)
    await site.waitUntilGone(dialog)
    await site.open('/login?next=/services%23calculator')
    await sendLogin(site, email, password)
    await expectPath(site, /^\/services#calculator$/)
    await expectFocus(site, "//*[@id = 'calculator']")
    for (const next of ['//example.com', 'https://example.com/', '/\\example.com']) {
      await site.goto(`/login?next=${encodeURIComponent(next)}`)
      await expectPath(site, /^\/dashboard$/)
    }
  })
})

test.describe('the administrator', () => {
  const bell = "//header//button[starts-with(@aria-label, 'Уведомления')]"
  const popover = namedDialog('Уведомления')

  async function signIn(site: WebKitPage) {
    await site.open('/')
    await site.callApi('POST', '/api/auth/login', administrator)
    await site.reload()
    await site.waitUntilVisible(bell)
    await site.callApi('DELETE', '/notifications/clear-all')
  }

  test('reads a message of a visitor live in the bell', async ({ site, request }) => {
    await signIn(site)
    await site.click(bell)
    await expectText(site, popover, 'Подключено')
    const name = `Пётр ${Date.now()}`
    const message = {
      name,
      phone: '+79161234567',
      email: 'petr@example.com',
      message: `Сколько стоит доставка? ${Date.now()}`,
      consent: true,
    }
    expect((await request.post('/api/contact', { data: message })).status()).toBe(201)
    await expectText(site, popover, name)
    await site.open('/admin')
    await site.waitUntilVisible(heading(1))
    expect(await site.readPath()).toBe('/admin')
  })

  test('finds, reads and deletes in the centre, and keeps its filters in the address', async ({
    site,
  }) => {
    await signIn(site)
    for (let number = 1; number <= 12; number += 1)
      await site.callApi('POST', '/api/notifications/admin/test', {
        type: number % 2 === 0 ? 'payment' : 'system',
        title: `Запись ${number}`,
        message: 'Проверка связи',
      })
    await site.open('/notifications')
    const rows = `${list('Список уведомлений')}/li`
    const expectRows = (count: number) => expect.poll(() => site.count(rows)).toBe(count)
    await expectRows(10)
    await site.click(button('Далее'))
    await expectPath(site, /page=2/)
    await site.click(option('Платёж', field('Тип')))
    await expectRows(6)
    await site.click(option('Непрочитанные', field('Статус')))
    await site.click(`(${button('Отметить прочитанным', rows)})[1]`)
    await expectRows(5)
    await site.reload()
    await expectRows(5)
    await site.click(option('Все', field('Статус')))
    await site.fill(field('Поиск уведомлений'), 'Запись 12')
    await expectRows(1)
    await site.click(button('Удалить уведомление', rows))
    await site.click(button('Удалить', question))
    await site.waitUntilVisible(elementWithText('Ничего не нашлось'))
    await site.click(button('Снять фильтры'))
    await site.click(button('Удалить все'))
    await expectText(site, question, 'This action cannot be undone')
    await site.click(button('Удалить', question))
    await expect.poll(() => site.count(elementWithText('Запись', rows))).toBe(0)
  })
})
