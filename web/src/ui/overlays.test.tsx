import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Popover } from './Popover.tsx'
import { type ToastData, ToastRegion } from './Toast.tsx'

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Войти
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Вход">
        <input aria-label="Email" />
      </Dialog>
    </>
  )
}

/** As in the sign-in dialog, whose button disappears when it succeeds. */
function Leaving() {
  const [step, setStep] = useState<'before' | 'open' | 'after'>('before')
  return (
    <>
      <h1>Главная</h1>
      {step !== 'after' && (
        <button type="button" onClick={() => setStep('open')}>
          Войти
        </button>
      )}
      {step === 'open' && (
        <Dialog open onClose={() => undefined} title="Вход">
          <button type="button" onClick={() => setStep('after')}>
            Отправить
          </button>
        </Dialog>
      )}
    </>
  )
}

describe('a dialog', () => {
  it('gives the focus to the heading of the page when the button that opened it is gone', async () => {
    render(<Leaving />)
    await userEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Отправить' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    )
  })

  it('is named, closes by Escape and gives the focus back', async () => {
    render(<Page />)
    const opener = screen.getByRole('button', { name: 'Войти' })
    await userEvent.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Вход' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
  it('closes by its button', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Войти' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a confirmation', () => {
  it('keeps short words of its description with the next word', async () => {
    const actions = { onConfirm: () => {}, onCancel: () => {} }
    render(
      <ConfirmDialog open title="Снять?" description="Машина в пути и на складе." {...actions} />,
    )
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Машина в\u00a0пути и\u00a0на\u00a0складе.')
  })

  it('opens with the focus on the button that cancels', async () => {
    const onConfirm = vi.fn()
    const onCancel = vi.fn()
    render(<ConfirmDialog open title="Удалить комментарий?" {...{ onConfirm, onCancel }} />)
    await screen.findByRole('alertdialog', { name: 'Удалить комментарий?' })
    const cancel = screen.getByRole('button', { name: 'Отмена' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }))
    await userEvent.click(cancel)
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(onCancel).toHaveBeenCalledOnce()
  })
})

function PageWithPopover() {
  const [isOpen, setOpen] = useState(false)
  const [toasts, setToasts] = useState<ToastData[]>([
    { id: 'c', tone: 'ok', kind: 'Фильтры', title: 'Сохранено', duration: null },
  ])
  return (
    <>
      <Popover
        trigger={<button type="button">Мои фильтры</button>}
        label="Мои фильтры"
        open={isOpen}
        onOpenChange={setOpen}
      >
        <input aria-label="Название" />
      </Popover>
      <p>Список</p>
      <ToastRegion
        label="Уведомления"
        toasts={toasts}
        maximum={5}
        more={(hidden) => `+${hidden}`}
        onClosed={() => setToasts([])}
      />
    </>
  )
}

describe('a popover', () => {
  it('stays open when a toast is closed, and closes by a press elsewhere', async () => {
    render(<PageWithPopover />)
    await userEvent.click(screen.getByRole('button', { name: 'Мои фильтры' }))
    await screen.findByRole('dialog', { name: 'Мои фильтры' })
    await userEvent.type(screen.getByLabelText('Название'), 'Audi')
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByText('Сохранено')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Название').value).toBe('Audi')
    await userEvent.click(screen.getByText('Список'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const payment: ToastData = {
    id: 'p',
    tone: 'warn',
    kind: 'Платёж',
    title: 'Счёт выставлен',
    duration: 8000,
  }
  const show = (toasts: ToastData[], onClosed = vi.fn()) => {
    render(
      <ToastRegion
        label="Уведомления"
        toasts={toasts}
        maximum={5}
        more={(hidden) => `+${hidden}`}
        onClosed={onClosed}
      />,
    )
    return onClosed
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('stays for its time, then closes', async () => {
    const onClosed = show([payment])
    await pass(7999)
    expect(onClosed).not.toHaveBeenCalled()
    await pass(1)
    expect(onClosed).toHaveBeenCalledWith('p')
  })
  it('pauses its time under the pointer and under the focus', async () => {
    const onClosed = show([payment])
    const region = screen.getByRole('region', { name: 'Уведомления' })
    await pass(5000)
    fireEvent.mouseEnter(region)
    await pass(60_000)
    fireEvent.mouseLeave(region)
    act(() => screen.getByRole('button', { name: 'Закрыть' }).focus())
    await pass(60_000)
    act(() => screen.getByRole('button', { name: 'Закрыть' }).blur())
    await pass(2999)
    expect(onClosed).not.toHaveBeenCalled()
    await pass(1)
    expect(onClosed).toHaveBeenCalledOnce()
  })
  it('takes the focus at F6, and gives it back at Shift+Tab', async () => {
    render(<button type="button">Отправить</button>)
    const button = screen.getByRole('button', { name: 'Отправить' })
    act(() => button.focus())
    show([payment])
    await pass(0)
    const region = screen.getByRole('region', { name: 'Уведомления' })
    fireEvent.keyDown(button, { key: 'F6' })
    expect(document.activeElement).toBe(region)
    fireEvent.keyDown(region, { key: 'Tab', shiftKey: true })
    expect(document.activeElement).toBe(button)
  })
  it('stays for ever when urgent, and is an alert', async () => {
    const onClosed = show([{ ...payment, id: 's', duration: null, urgent: true }])
    await pass(3_600_000)
    expect(screen.getByRole('alert')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await pass(300)
    expect(onClosed).toHaveBeenCalledWith('s')
  })
})
