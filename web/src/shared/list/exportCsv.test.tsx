import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { buildFileName, ExportCsv } from './ExportCsv.tsx'

it('an export says when its file does not have all rows of the list', async () => {
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const buildCsv = async () => ({ text: 'Имя', cut: { rows: 5000, total: 200_000 } })
  renderRoute(<ExportCsv name="Комментарии" buildCsv={buildCsv} />)
  await userEvent.click(screen.getByRole('button', { name: 'Выгрузить CSV' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/5\s000 из примерно 200\s000/)
})

it('the file name has the section and the day in Moscow', () => {
  const lateEvening = new Date('2026-11-29T21:30:00Z')
  expect(buildFileName('Журнал Содержание', lateEvening)).toBe('журнал-содержание-2026-11-30.csv')
})
