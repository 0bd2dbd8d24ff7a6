import { act, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { announceHydration, expectPart } from './hydration.ts'
import { surviveTranslation } from './pageTranslation.ts'
import { restoreServedHtml } from './restoreServedHtml.ts'

let stop: () => void
beforeEach(() => {
  stop = surviveTranslation()
})
afterEach(() => stop())

/** Like Chrome: the text is removed, and its translation is in <font><font>. */
function replaceText(text: Text) {
  const font = document.createElement('font')
  const inner = document.createElement('font')
  inner.textContent = `en(${text.data})`
  font.append(inner)
  text.replaceWith(font)
}

/** Like other translators: the text itself moves into the <font>. */
function wrapText(text: Text) {
  const font = document.createElement('font')
  const inner = document.createElement('font')
  text.replaceWith(font)
  font.append(inner)
  inner.append(text)
}

function findTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

let change: (fields: Partial<typeof first>) => void
const first = { count: 3, isFiltered: false, isEmpty: false, name: 'Обзоры' }

function Page() {
  const [state, setState] = useState(first)
  change = (fields) => act(() => setState((old) => ({ ...old, ...fields })))
  const { count, isFiltered, isEmpty, name } = state
  return (
    <p>
      Найдено: {count} {isFiltered && 'по запросу '}
      <b>{name}</b>
      {isEmpty ? 'ничего' : <i>статья</i>} конец
    </p>
  )
}

/** Lets the mutation observers run. */
const settle = () => act(() => Promise.resolve())

it.each([
  ['replaces', replaceText],
  ['wraps', wrapText],
])('React goes on with a page whose texts a translation %s', async (_how, translate) => {
  const { container, unmount } = render(<Page />)
  const translateAll = async () => {
    for (const text of findTexts(container).filter(
      ({ parentElement }) => parentElement?.nodeName !== 'FONT',
    ))
      translate(text)
    await settle()
  }
  await translateAll()
  await change({ isFiltered: true })
  await translateAll()
  await change({ isFiltered: false, isEmpty: true })
  await translateAll()
  await change({ isEmpty: false, name: 'Советы', count: 12 })
  await settle()
  const shown = container.textContent ?? ''
  expect(shown).toContain('12')
  expect(shown).toContain('Советы')
  expect(shown).toContain('статья')
  expect(shown).not.toMatch(/по запросу|ничего|Обзоры/)
  await translateAll()
  unmount()
  expect(container.textContent).toBe('')
})

it('a part gets its texts back before it is hydrated, and keeps them until then', async () => {
  expectPart('part')
  const part = document.createElement('section')
  part.id = 'part'
  part.innerHTML = '<p>Первая<!-- --> вторая</p>'
  document.body.append(part)
  const before = part.innerHTML
  findTexts(part).forEach(replaceText)
  await settle()
  expect(part.textContent).toContain('en(')
  await restoreServedHtml(part)
  expect(part.innerHTML).toBe(before)
  for (const translate of [wrapText, replaceText]) {
    findTexts(part).forEach(translate)
    await settle()
    expect(part.innerHTML).toBe(before)
  }
  announceHydration('part')
  findTexts(part).forEach(replaceText)
  await settle()
  expect(part.textContent).toContain('en(')
  part.remove()
})
