import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { restoreFocus } from './lostFocus.ts'
import { useFocusKeeper } from './useFocusKeeper.ts'

const user = userEvent.setup()

function Page() {
  useFocusKeeper()
  const [names, setNames] = useState(['Volvo', 'BMW', 'Audi'])
  const [isSending, setSending] = useState(false)
  return (
    <main>
      <h1>Избранное</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <h3>{name}</h3>
            <button type="button" onClick={() => setNames(names.filter((shown) => shown !== name))}>
              Убрать {name}
            </button>
          </li>
        ))}
      </ul>
      <Button pendingLabel={isSending && 'Отправляем…'} onClick={() => setSending(true)}>
        Отправить
      </Button>
      <button type="button" onMouseEnter={() => setSending(false)}>
        Ответили
      </button>
    </main>
  )
}

it('the focus moves to the row that takes the place of the removed one', async () => {
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Убрать BMW' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Audi'))
  await user.click(screen.getByRole('button', { name: 'Убрать Audi' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Volvo'))
  await user.click(screen.getByRole('button', { name: 'Убрать Volvo' }))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('UL'))
})

it('the focus returns to a button that was disabled while it was busy', async () => {
  render(<Page />)
  const send = screen.getByRole('button', { name: 'Отправить' })
  await user.click(send)
  expect(send.matches(':disabled')).toBe(true)
  await user.hover(screen.getByRole('button', { name: 'Ответили' }))
  await waitFor(() => expect(send.matches(':disabled')).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(send))
})

it('the focus follows code that knows a better place, even if it comes later', async () => {
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Убрать BMW' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Audi'))
  const send = screen.getByRole('button', { name: 'Отправить' })
  restoreFocus(send)
  expect(document.activeElement).toBe(send)
  // A focus that was not guessed stays.
  restoreFocus(screen.getByRole('button', { name: 'Ответили' }))
  expect(document.activeElement).toBe(send)
})

it('the focus is left to a dialog that is opening, and stays in one that is open', async () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'alertdialog')
  dialog.innerHTML = '<input aria-label="Поиск" />'
  render(<Page />)
  document.body.append(dialog)
  restoreFocus()
  expect(document.activeElement).toBe(document.body)

  const field = screen.getByRole('textbox', { name: 'Поиск' })
  field.focus()
  field.blur()
  restoreFocus(screen.getByRole('heading', { level: 1 }))
  expect(document.activeElement).toBe(dialog)
  dialog.remove()
})

it('a focus that left by itself does not return because an earlier element was removed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  render(<Page />)
  const send = screen.getByRole('button', { name: 'Отправить' })
  const removed = screen.getByRole('button', { name: 'Убрать BMW' })
  act(() => removed.focus())
  await act(async () => removed.click())
  act(() => send.focus())
  act(() => send.blur())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(document.activeElement).toBe(document.body)
})
