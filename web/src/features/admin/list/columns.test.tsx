import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createMomentColumn } from './columns.tsx'

it('a timestamp is short in the list and full in its tooltip and in the export; a missing one is a dash', () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z'), toFake: ['Date'] })
  const column = createMomentColumn<{ at: string | null }>('at', 'Опубликована', (row) => row.at)
  const row = { at: '2026-11-12T07:00:00Z' }
  const { container } = render(column.cell?.(row))
  expect(container.textContent).toBe('12\u00a0нояб., 10:00')
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe(column.text(row))
  expect(column.text(row)).toBe('12\u00a0ноября 2026, 10:00\u00a0МСК')
  expect(column.cell?.({ at: null })).toBe('—')
})
