import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerDraftQuestions, hasDraft } from './drafts.ts'

beforeEach(() => {
  document.body.innerHTML = ''
})

function typeInto(html: string) {
  document.body.innerHTML = html
  const field = document.querySelector('input')
  if (field) field.value = 'текст'
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('something unsent', () => {
  it.each([
    ['a form', '<form><input></form>', true],
    ['a filter of a table', '<div><input></div>', false],
    ['a search', '<form role="search"><input></form>', false],
    ['a form that loses nothing', '<form data-no-draft><input></form>', false],
  ])('%s', (_what, html, isHeld) => {
    typeInto(html)
    expect(hasDraft()).toBe(isHeld)
    document.body.innerHTML = ''
    expect(hasDraft()).toBe(false)
  })

  it('is found when it was typed before this code came', async () => {
    document.body.innerHTML = '<form><input></form><form><select><option>1</option></select></form>'
    vi.resetModules()
    expect((await import('./drafts.ts')).hasDraft()).toBe(false)
    const field = document.querySelector('input')
    if (field) field.value = 'текст'
    vi.resetModules()
    expect((await import('./drafts.ts')).hasDraft()).toBe(true)
  })

  it('ends when the form is emptied, and starts again with the next character', () => {
    typeInto('<form><input></form>')
    const form = document.querySelector('form')
    form?.setAttribute('data-no-draft', '')
    expect(hasDraft()).toBe(false)
    form?.removeAttribute('data-no-draft')
    form?.firstChild?.dispatchEvent(new Event('input', { bubbles: true }))
    expect(hasDraft()).toBe(true)
  })

  it('ends when the typed text is deleted, or changed back to what it was', () => {
    document.body.innerHTML = '<form><input value="Анна"><input></form>'
    const [name, comment] = document.querySelectorAll('input')
    if (!name || !comment) throw new Error('no fields')
    const type = (field: HTMLInputElement, value: string) => {
      field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return hasDraft()
    }
    expect(type(comment, 'черновик')).toBe(true)
    expect(type(comment, '')).toBe(false)
    expect(type(name, 'Анна М.')).toBe(true)
    expect(type(name, 'Анна')).toBe(false)
  })

  it('holds what was typed before hydration, although the field got the focus again since', () => {
    document.body.innerHTML = '<form><input></form>'
    const field = document.querySelector('input')
    if (!field) throw new Error('no field')
    field.value = 'текст'
    field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    const repeated = Object.assign(new Event('input', { bubbles: true }), { isRepeated: true })
    field.dispatchEvent(repeated)
    expect(hasDraft()).toBe(true)
  })

  it('notifies the service worker whether there is unsent input', async () => {
    const container = new EventTarget() as ServiceWorkerContainer
    answerDraftQuestions(container)
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    container.dispatchEvent(
      new MessageEvent('message', { data: { type: 'has-draft' }, ports: [port2] }),
    )
    expect(await answer).toEqual({ hasDraft: false })
    port1.close()
  })
})
