import { expect, open, phone, test, waitForHydration } from './site.ts'

type StartScreen = { text: string | null; value: string | null }

/**
 * Runs in the page, because a check from outside may come after the start screen has left. Records what
 * the start screen shows while it covers the window, and not while it is leaving.
 */
function recordStartScreen() {
  const note = () => {
    const screen = document.querySelector('[role=progressbar]')
    if (screen) {
      const { width, height } = screen.getBoundingClientRect()
      const coversWindow = width >= innerWidth && height >= innerHeight
      const { textContent: text, ariaValueNow: value } = screen
      if (coversWindow) Object.assign(window, { startScreen: { text, value } })
    }
    requestAnimationFrame(note)
  }
  note()
}

test.describe('the start screen', () => {
  test('covers the first visit for at least 1.5 s and then leaves the document', async ({
    page,
  }) => {
    await page.addInitScript(recordStartScreen)
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toHaveCount(0)
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(1500)
    const seen = await page.evaluate<StartScreen | undefined>('window.startScreen')
    expect(seen?.text).toContain('Cars from Europe')
    expect(seen?.text).toContain('МА')
    expect(seen?.value).toMatch(/^\d+$/)
  })

  test('does not come again in the same session', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toBeHidden()
  })

  test('never covers a page without scripts', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('progressbar', { name: 'Загрузка' })).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await context.close()
  })
})

/**
 * Runs in the page: measures how long each part of a view transition lasts. A measurement from
 * outside may be late.
 */
function recordTransitions() {
  const startTransition = document.startViewTransition.bind(document)
  document.startViewTransition = (change) => {
    const transition = startTransition(change)
    void transition.ready.then(() => {
      const durations = document
        .getAnimations()
        .map(({ effect }) => effect as KeyframeEffect)
        .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition'))
        .map((effect) => effect.getComputedTiming().duration)
      Object.assign(window, { durations })
    })
    return transition
  }
}

test.describe('the theme', () => {
  test('follows the system, is switched by its button and is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/')
    const root = page.locator('html')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    // The only animation of this journey: the old picture of the page disappears in 700 ms.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
    await page.evaluate(recordTransitions)
    await page.getByRole('button', { name: 'Включить светлую тему' }).click()
    await expect.poll(() => page.evaluate('window.durations')).toContain(700)
    await expect(root).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('button', { name: 'Включить тёмную тему' })).toBeVisible()
  })
})

test.describe('the frame on a desktop', () => {
  test('has its landmarks, and the keyboard reaches the content first', { tag: '@core' }, async ({
    page,
  }) => {
    await open(page, '/')
    await expect(page.getByRole('navigation', { name: 'Основная навигация' })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Быстрая навигация' }).getByRole('link'),
    ).toHaveText(['Главная', 'О компании', 'Услуги', 'Автомобили', 'Блог', 'Контакты'])
    await expect(page.getByRole('navigation', { name: 'Мобильная навигация' })).toBeHidden()
    const footer = page.getByRole('contentinfo')
    for (const name of [
      'О компании',
      'Команда',
      'Автомобили',
      'Блог',
      'Контакты',
      'Подбор автомобиля',
      'Проверка истории',
      'Доставка и растаможивание',
      'Трейд-ин',
      'Калькулятор растаможки',
      'BMW',
      'Mercedes-Benz',
      'Audi',
      'Porsche',
      'Volkswagen',
      'Volvo',
      'Land Rover',
      'Lexus',
      'Политика конфиденциальности',
      'Пользовательское соглашение',
      'Карта сайта',
      'Статус сервисов',
    ])
      await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Перейти к содержанию' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    // An element under the dock is scrolled out of it when it gets the focus.
    const isSeen = await footer
      .getByRole('link', { name: 'Калькулятор растаможки' })
      .evaluate((link) => {
        const { bottom } = link.getBoundingClientRect()
        scrollBy({ top: bottom - innerHeight + 24, behavior: 'instant' })
        link.focus()
        const { left, top, width, height } = link.getBoundingClientRect()
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    expect(isSeen).toBe(true)
  })

  test('scrolls to the quick request with an offset of 80 px and moves the focus there', async ({
    page,
  }) => {
    await open(page, '/')
    await page.getByRole('link', { name: 'Получить смету' }).click()
    const target = page.locator('#quick-request')
    await expect(target).toBeFocused()
    const top = await target.evaluate((element) => element.getBoundingClientRect().top)
    expect(Math.abs(top - 80)).toBeLessThanOrEqual(2)
  })

  test('waits 200 ms before it scrolls to a hash, and scrolls for 1.2 s', async ({ page }) => {
    await open(page, '/')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const moves = await page.evaluate(async () => {
      const link = document.querySelector<HTMLAnchorElement>('a[href="/#quick-request"]')
      const seen: number[] = []
      const startedAt = performance.now()
      let last = scrollY
      link?.click()
      while (document.activeElement?.id !== 'quick-request') {
        await new Promise(requestAnimationFrame)
        if (Math.abs(scrollY - last) > 1) seen.push(performance.now() - startedAt)
        last = scrollY
      }
      const arrived = performance.now() - startedAt
      return { first: seen[0] ?? arrived, arrived }
    })
    expect(moves.first).toBeGreaterThanOrEqual(200)
    expect(moves.arrived).toBeGreaterThanOrEqual(1400)
  })

  test("offers the way back up after 300 px, the community and the support's link", async ({
    page,
  }) => {
    await open(page, '/')
    const up = page.getByRole('button', { name: 'Наверх' })
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(up).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 301, behavior: 'instant' }))
    await up.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('button', { name: 'Сообщество' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Написать в поддержку' })).toBeVisible()
  })
})

test.describe('a lost network', () => {
  // Code that a part asks for at that moment does not arrive.
  test.use({ expectedErrors: /dynamically imported module/ })

  test('is announced until the network is back', async ({ page, context }) => {
    await open(page, '/')
    await context.setOffline(true)
    await expect(page.getByText('Нет подключения к сети')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Нет подключения к сети')).toBeHidden()
  })
})

test.describe('the frame on a phone', () => {
  test.use(phone)

  test('has the simple header, and a menu that gives the focus back', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('navigation', { name: 'Основная навигация' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Быстрая навигация' })).toBeHidden()
    const row = page.getByRole('navigation', { name: 'Мобильная навигация' })
    await expect(row.getByRole('link')).toHaveText([
      'Главная',
      'О компании',
      'Услуги',
      'Автомобили',
      'Блог',
      'Контакты',
    ])
    await page.getByRole('button', { name: 'Меню', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Меню' })
    await expect(menu.getByRole('button', { name: 'Авторизоваться' })).toBeVisible()
    for (const name of ['Главная', 'О компании', 'Услуги', 'Автомобили', 'Блог', 'Контакты'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    await menu.getByRole('button', { name: 'Закрыть меню' }).click()
    await expect(page.getByRole('button', { name: 'Меню', exact: true })).toBeFocused()
  })

  test('keeps the mobile layout when the phone is turned', async ({ page }) => {
    await page.setViewportSize({ width: 932, height: 430 })
    await open(page, '/')
    await expect(page.locator('html')).toHaveAttribute('data-layout', 'mobile')
    await expect(page.getByRole('navigation', { name: 'Мобильная навигация' })).toBeVisible()
  })
})

test.describe('a page that only the browser renders', () => {
  test('shows that it is loading until its code comes, and nothing moves then', async ({
    page,
  }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/unsubscribe-[\w-]+\.js/, async (route) => {
      await released
      await route.continue()
    })
    await page.addInitScript(() => {
      sessionStorage.setItem('start_screen_seen', 'true')
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shift += entry.value
        Object.assign(window, { shift })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/unsubscribe')
    const main = page.getByRole('main')
    await waitForHydration(page)
    await expect(main.locator('[aria-busy=true]')).toBeVisible()
    await expect(main.getByRole('status')).toHaveText('Загрузка')
    // The footer is below the window.
    const bottom = await main.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(bottom).toBeGreaterThanOrEqual(900)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    expect(
      await page.evaluate(() => Number((window as { shift?: number }).shift ?? 0)),
    ).toBeLessThan(0.02)
  })

  test('has no loading state where nothing loads', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toBeHidden()
    await context.close()
  })
})

test.describe('an unknown address', () => {
  test('answers 404 with a page of links', { tag: '@core' }, async ({ page }) => {
    const answer = await page.goto('/nowhere')
    expect(answer?.status()).toBe(404)
    expect(await answer?.text()).toContain('<title>Страница не найдена — Меридиан Авто</title>')
    await expect(page).toHaveTitle('Страница не найдена — Меридиан Авто')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена')
    for (const name of ['На главную', 'Услуги и калькулятор', 'Контакты'])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  })
})

test('a link of the menu loads its page when the pointer rests on it, before the click', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const isRequested = () => scripts.some((path) => /^\/assets\/about-[^/]+\.js$/.test(path))
  await open(page, '/')
  const link = page.getByRole('banner').getByRole('link', { name: 'О компании' })
  // The links are watched from some moment after the hydration.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await expect.poll(isRequested, { timeout: 2000 }).toBe(true)
  }).toPass()
  expect(new URL(page.url()).pathname).toBe('/')
  const before = scripts.length
  await link.click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.slice(before).filter((path) => /\/about-[^/]+\.js$/.test(path))).toEqual([])
})
