import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type ToastData, ToastRegion } from './Toast.tsx'

const toast: ToastData = {
  id: '1',
  tone: 'ok',
  kind: 'Платёж',
  title: 'Платёж получен',
  duration: null,
}

const createRegion = (toasts: ToastData[]) => (
  <ToastRegion
    label="Уведомления"
    toasts={toasts}
    maximum={5}
    more={(hidden) => `+${hidden}`}
    onClosed={() => {}}
  />
)

it('a toast is added to a live region that exists before it, and is announced once', () => {
  const { rerender } = render(createRegion([]))
  const region = screen.getByRole('region', { name: 'Уведомления' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  rerender(createRegion([toast]))
  const shown = screen.getByRole('status')
  expect(region.contains(shown)).toBe(true)
  expect(shown.getAttribute('aria-live')).toBe('off')
  rerender(createRegion([{ ...toast, urgent: true }]))
  expect(screen.getByRole('alert').getAttribute('aria-live')).toBeNull()
})

it('the time bar stops while the window has no focus, as the library stops the time', () => {
  const { rerender } = render(createRegion([]))
  const region = screen.getByRole('region', { name: 'Уведомления' })
  const isPaused = () => region.hasAttribute('data-window-blurred')
  fireEvent.blur(window)
  expect(isPaused()).toBe(false)
  rerender(createRegion([{ ...toast, duration: 5000 }]))
  expect(isPaused()).toBe(false)
  fireEvent.blur(window)
  expect(isPaused()).toBe(true)
  // The library fails at the window of jsdom, and ignores an event with a related target.
  fireEvent.focus(window, { relatedTarget: document.body })
  expect(isPaused()).toBe(false)
})
