import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { makeSignedInStore } from '../../../../tests/signedInStore.ts'
import type { RequestAdmin } from '../../../api/wire/content.ts'
import { requestsSection } from './inboxSections.tsx'

const request = {
  id: 'request-1',
  version: 1,
  kind: 'consultation',
  reference: 'MA-T5KRAU',
  name: 'Анна',
  phone: '+79000000000',
  status: 'new',
  due_at: '2990-01-01T09:15:00Z',
  created_at: '2026-11-20T07:00:00Z',
  calculation_id: '01a207cc-5688-7678-ba20-306d67b6217b',
} as RequestAdmin

function renderDetails(row: RequestAdmin) {
  const { Details } = requestsSection
  if (!Details) throw new Error('The section of requests has no details')
  renderRoute(<Details row={row} />, { store: makeSignedInStore() })
}

it('a request links to the calculation that came with it', () => {
  renderDetails(request)
  const link = screen.getByRole('link', { name: 'Открыть расчёт' })
  expect(link.getAttribute('href')).toBe(`/calc/${request.calculation_id}`)
})

it('a request without a calculation has no row for it', () => {
  renderDetails({ ...request, calculation_id: null })
  expect(screen.queryByText('Расчёт')).toBeNull()
})
