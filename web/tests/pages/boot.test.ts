// The boot script in a page whose parts hydrate one after another, as platform/hydration.ts
// announces it.

import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import { beforeEach, expect, it, vi } from 'vitest'

const boot = readFileSync('src/platform/boot.js', 'utf8')
const html = `<!DOCTYPE html><html><head></head><body>
  <form id="lead"><input name="phone"><input type="checkbox" name="consent"></form>
  <footer id="footer"><button type="button">Наверх</button></footer></body></html>`

type BootWindow = Window & typeof globalThis
let page: BootWindow
let received: string[]

beforeEach(() => {
  page = new JSDOM(html, {
    url: 'https://example.com/',
    runScripts: 'outside-only',
    beforeParse: (window: BootWindow) => {
      Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener: () => {} }) })
    },
  }).window as BootWindow
  received = []
  Object.defineProperty(page.document, 'currentScript', { value: { dataset: {} } })
  page.eval(boot)
  page.partsToHydrate = new Set(['lead', 'footer'])
})

const find = <E extends Element>(selector: string) => page.document.querySelector(selector) as E

/** Like React, listens to an element from its hydration on. */
function hydrate(id?: string) {
  if (id === undefined) page.document.documentElement.dataset.hydrated = ''
  else {
    page.partsToHydrate?.delete(id)
    for (const kind of ['input', 'click', 'submit'])
      find(`#${id}`).addEventListener(kind, (event) => {
        event.preventDefault()
        const { value, type } = event.target as HTMLInputElement
        received.push(type === 'text' ? `${kind} ${value}` : kind)
      })
  }
  page.dispatchEvent(new page.Event('hydrated'))
}
/** Waits longer than the boot script does before it repeats events. */
const waitForRepetitions = () => new Promise((resolve) => setTimeout(resolve, 20))
const waitForEvents = () => vi.waitFor(() => expect(received).not.toEqual([]))

it('the boot script repeats early input, and then the submit, once its own part is hydrated', async () => {
  const phone = find<HTMLInputElement>('[name=phone]')
  phone.value = '916'
  phone.dispatchEvent(new page.Event('input', { bubbles: true }))
  find<HTMLFormElement>('#lead').requestSubmit()
  hydrate()
  hydrate('footer')
  await waitForRepetitions()
  expect(received).toEqual([])
  hydrate('lead')
  await vi.waitFor(() => expect(received).toEqual(['input 916', 'submit']))
  hydrate('footer')
  await waitForRepetitions()
  expect(received).toEqual(['input 916', 'submit'])
})

it('the boot script keeps what is typed between the hydration and the repetition', async () => {
  const phone = find<HTMLInputElement>('[name=phone]')
  const type = (value: string) => {
    phone.value = value
    phone.dispatchEvent(new page.Event('input', { bubbles: true }))
  }
  type('916')
  hydrate()
  hydrate('lead')
  type('9161')
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1))
  expect(phone.value).toBe('9161')
  expect(received.at(-1)).toBe('input 9161')
})

it('the boot script keeps the early text of a field that React renders again before the next key', async () => {
  const phone = find<HTMLInputElement>('[name=phone]')
  const type = (value: string) => {
    phone.value = value
    phone.dispatchEvent(new page.Event('input', { bubbles: true }))
  }
  type('916')
  page.setTimeout(() => {
    const state = received.at(-1)?.replace('input ', '') ?? ''
    phone.value = state
    type(`${state}1`)
  })
  hydrate()
  hydrate('lead')
  await vi.waitFor(() => expect(received.at(-1)).toBe('input 9161'))
  expect(phone.value).toBe('9161')
})

it('the boot script repeats a submit only after the early input of its form', async () => {
  const phone = find<HTMLInputElement>('[name=phone]')
  phone.value = '916'
  phone.dispatchEvent(new page.Event('input', { bubbles: true }))
  find<HTMLFormElement>('#lead').requestSubmit()
  hydrate()
  // The part is hydrated after the script has looked for input to repeat, and before it looks for submits.
  page.setTimeout(() => hydrate('lead'))
  await vi.waitFor(() => expect(received).toEqual(['input 916', 'submit']))
})

it('the boot script repeats a press once, but no press that React has received', async () => {
  const button = find<HTMLButtonElement>('#footer button')
  hydrate()
  button.click()
  button.click()
  hydrate('footer')
  await waitForEvents()
  expect(received).toEqual(['click'])
  button.click()
  await waitForRepetitions()
  expect(received).toEqual(['click', 'click'])
})

it('the boot script keeps an early tick of a checkbox', async () => {
  const consent = find<HTMLInputElement>('[name=consent]')
  consent.click()
  hydrate()
  hydrate('lead')
  await waitForEvents()
  expect(consent.checked).toBe(true)
})

it('the boot script undoes a translation until the page is hydrated, and records what is replaced afterwards', async () => {
  const { document } = page
  const button = find<HTMLButtonElement>('#footer button')
  function translate() {
    const font = document.createElement('font')
    font.textContent = 'Up'
    button.firstChild?.replaceWith(font)
  }
  translate()
  await vi.waitFor(() => expect(button.innerHTML).toBe('Наверх'))
  hydrate()
  translate()
  await vi.waitFor(() => expect(page.translatedTexts).toHaveLength(1))
  expect(button.textContent).toBe('Up')
})
