import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { ExportCsv } from './ExportCsv.tsx'

it('an export says when its file does not have all rows of the list', async () => {
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const buildCsv = async () => ({ text: 'Имя', cut: { rows: 5000, total: 200_000 } })
  renderRoute(<ExportCsv name="Комментарии" buildCsv={buildCsv} />)
  await userEvent.click(screen.getByRole('button', { name: 'Выгрузить CSV' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/5\s000 из примерно 200\s000/)
})
