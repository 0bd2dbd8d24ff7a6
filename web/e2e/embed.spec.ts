// The calculator on a page of another site.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { normalizeSpaces } from '../tests/normalizeSpaces.ts'
import { expect, test } from './site.ts'

/** Starts a site of another origin. Its styles hide every element that they reach. */
async function startOtherSite(
  ourOrigin: string,
  attributes: string,
): Promise<{ server: Server; address: string }> {
  const html = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Дилер</title>
<meta http-equiv="Content-Security-Policy" content="style-src 'nonce-own'; script-src ${ourOrigin}; connect-src ${ourOrigin}">
<style nonce="own">* { display: none } html, body { display: block }</style></head>
<body><script src="${ourOrigin}/embed/calculator.js" ${attributes}></script></body></html>`
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('the embedded calculator works on a page of another origin, in its theme, with sources and a link to our page', async ({
  page,
  baseURL,
}) => {
  const ourOrigin = new URL(baseURL ?? '').origin
  const { server, address } = await startOtherSite(
    ourOrigin,
    'data-theme="dark" data-accent="#ffcc00"',
  )
  try {
    await page.goto(address)
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await expect(region).toBeVisible()
    await expect(region).toHaveCSS('background-color', 'rgb(23, 23, 21)')
    const button = region.getByRole('button', { name: 'Рассчитать' })
    await expect(button).toHaveCSS('background-color', 'rgb(255, 204, 0)')
    await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)')

    await button.click()
    await expect(region.getByLabel('Стоимость автомобиля, ₽')).toBeFocused()
    await expect(region.getByText('Заполните поле').first()).toBeVisible()

    await region.getByLabel('Стоимость автомобиля, ₽').fill('3 000 000')
    await region.getByLabel('Объём двигателя, л').fill('2,0')
    await region.getByLabel('Возраст, лет').fill('4')
    await button.click()
    const sums = String.raw`[\d ]+ ₽ – [\d ]+ ₽`
    await expect
      .poll(async () => normalizeSpaces(await region.textContent()))
      .toMatch(new RegExp(`${sums}Таможенные платежи.*Вместе с автомобилем: ${sums}`))

    const hint = region.getByText(/укажите её/)
    await expect(hint).toBeVisible()
    await region.getByLabel('Мощность, л. с.').fill('150')
    await button.click()
    await expect(hint).toBeHidden()
    await expect(region.getByText(/Основание: Решение/).first()).toBeVisible()
    await expect
      .poll(async () => normalizeSpaces(await region.textContent()))
      .toContain('Таможенная пошлина504 094 ₽')
    await expect
      .poll(async () => normalizeSpaces(await region.textContent()))
      .toMatch(/по редакции ru-\d{4}-\d{2};/)
    const link = region.getByRole('link', { name: 'Полный расчёт с пояснениями' })
    const href = new URL((await link.getAttribute('href')) ?? '')
    expect([href.origin, href.pathname, href.searchParams.get('enginePower')]).toEqual([
      ourOrigin,
      '/services',
      '150',
    ])

    await region.getByLabel('Объём двигателя, л').fill('50')
    await button.click()
    await expect(region.getByText('От 0,1 до 10 литров')).toBeVisible()
  } finally {
    server.close()
  }
})

test('the embedded calculator ignores an unknown theme and colour', async ({ page, baseURL }) => {
  const ourOrigin = new URL(baseURL ?? '').origin
  const { server, address } = await startOtherSite(ourOrigin, 'data-theme="pink" data-accent="red"')
  try {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(address)
    const region = page.getByRole('region', { name: 'Калькулятор растаможки' })
    await expect(region).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const button = region.getByRole('button', { name: 'Рассчитать' })
    await expect(button).toHaveCSS('background-color', 'rgb(28, 79, 214)')
    await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)')
    // Without a valid theme the setting of the visitor's system counts, also when it changes.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(region).toHaveCSS('background-color', 'rgb(23, 23, 21)')
  } finally {
    server.close()
  }
})
