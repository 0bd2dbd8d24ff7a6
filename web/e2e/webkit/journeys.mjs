// A few core journeys in WebKit, the engine of Safari, on a running site (make e2e BROWSER=webkit).
// All others run in Chromium and Firefox by Playwright.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWebKit } from './driver.mjs'

const administrator = {
  email: process.env.ADMIN_EMAIL ?? 'admin@example.com',
  password: process.env.ADMIN_PASSWORD ?? '',
}
const fieldOf = (label, around = '') =>
  `${around}//input[@id = //label[contains(., '${label}')]/@for]`
const button = (name, around = '') =>
  `${around}//button[normalize-space() = '${name}' or @aria-label = '${name}']`
const dialog = "//*[@role = 'dialog']"

let page
before(async () => {
  page = await openWebKit()
  await page.resize(1280, 900)
})
after(() => page?.close())

test('the home page calculates again when the price changes', async () => {
  await page.open('/')
  const total = "//form[contains(., 'Цена в Европе')]//output"
  await page.until('a total', async () => (await page.text(total)).includes('₽'))
  const first = await page.text(total)
  await page.fill(fieldOf('Цена в Европе'), '5000000')
  await page.until('another total', async () => {
    const next = await page.text(total)
    return next !== first && next.includes('₽')
  })
})

test('a car opens from the catalogue, and Back leads to the list', async () => {
  await page.open('/cars')
  await page.click("//main//a[starts-with(@href, '/cars/')]//h3")
  await page.until('the page of the car', async () => /^\/cars\/./.test(await page.path()))
  await page.element('//main//h1')
  await page.back()
  await page.until('the list', async () => (await page.path()) === '/cars')
})

test('an incomplete message stays, with what is missing', async () => {
  await page.open('/contacts')
  const form = "//form[@aria-label = 'Форма обратной связи']"
  await page.click(button('Отправить сообщение', form))
  await page.until('what is missing', async () =>
    (await page.text(`${form}//*[@role = 'alert']`)).includes('Укажите телефон'),
  )
})

test('the administrator signs in after a wrong password, sees the bell and opens the panel', async () => {
  await page.open('/login')
  await page.fill(fieldOf('Email', dialog), administrator.email)
  await page.fill(fieldOf('Пароль', dialog), 'not the password')
  await page.click(button('Войти', dialog))
  await page.until('the refusal', async () =>
    (await page.text(`${dialog}//*[@role = 'alert']`)).includes('Неверный'),
  )
  await page.fill(fieldOf('Пароль', dialog), administrator.password)
  await page.click(button('Войти', dialog))
  const bell = "//header//button[starts-with(@aria-label, 'Уведомления')]"
  await page.click(bell)
  await page.until('a live connection', async () =>
    (await page.text("//*[@role = 'dialog' and @aria-label = 'Уведомления']")).includes(
      'Подключено',
    ),
  )
  await page.open('/admin')
  await page.element('//main//h1 | //main//h2')
  assert.equal(await page.path(), '/admin')
})

test('Back closes the menu of a phone before it leaves the page', async () => {
  await page.resize(400, 800)
  await page.open('/services')
  await page.click(button('Меню'))
  await page.click(`${dialog}//a[@href = '/contacts']`)
  await page.until('the contacts', async () => (await page.path()) === '/contacts')
  await page.click(button('Меню'))
  await page.element(button('Закрыть меню'))
  await page.back()
  await page.until('the menu is closed', async () =>
    page.run("return !document.querySelector('[role=dialog]')"),
  )
  assert.equal(await page.path(), '/contacts')
})
