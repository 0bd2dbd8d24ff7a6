import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type ToastData, ToastRegion } from './Toast.tsx'

const toast: ToastData = {
  id: '1',
  tone: 'ok',
  kind: 'Платёж',
  title: 'Платёж получен',
  life: null,
}

it('is added to a live region that was there before it, and is announced once', () => {
  const view = (toasts: ToastData[]) => (
    <ToastRegion
      label="Уведомления"
      toasts={toasts}
      maximum={5}
      more={(hidden) => `+${hidden}`}
      onClosed={() => {}}
    />
  )
  const { rerender } = render(view([]))
  const region = screen.getByRole('region', { name: 'Уведомления' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  rerender(view([toast]))
  const shown = screen.getByRole('status')
  expect(region.contains(shown)).toBe(true)
  expect(shown.getAttribute('aria-live')).toBe('off')
  rerender(view([{ ...toast, urgent: true }]))
  expect(screen.getByRole('alert').getAttribute('aria-live')).toBeNull()
})
