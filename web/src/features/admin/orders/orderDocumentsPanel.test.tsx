// The documents of an order in the panel.

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { OrderAdmin } from '../../../api/wire/content.ts'
import { OrderDocumentsPanel } from './OrderDocumentsPanel.tsx'

const contract = {
  id: 'd1',
  title: 'Договор',
  side: 'company',
  status: 'accepted',
  file_name: 'wrong.pdf',
  due_on: null,
  reason: null,
}
const passport = { ...contract, id: 'd2', title: 'Паспорт', side: 'client' }

function renderDocuments() {
  const sent: string[] = []
  network.use(
    http.all('*/api/content/admin/orders/o1/documents/*', ({ request }) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      return HttpResponse.json({ success: true, item: contract })
    }),
  )
  const order = { id: 'o1', documents: [contract, passport] } as unknown as OrderAdmin
  renderRoute(<OrderDocumentsPanel order={order} />)
  return sent
}

it('a wrong document of the company is deleted after a confirmation that names it', async () => {
  const sent = renderDocuments()
  expect(screen.queryByRole('button', { name: 'Удалить: Паспорт' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Удалить: Договор' }))
  const question = await screen.findByRole('alertdialog', { name: 'Удалить документ «Договор»?' })
  expect(sent).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(sent).toEqual(['DELETE /api/content/admin/orders/o1/documents/d1']))
})

it('a wrong document of the company is replaced after a confirmation that names both files', async () => {
  const sent = renderDocuments()
  const file = new File(['%PDF-'], 'right.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('Заменить: Договор'), { target: { files: [file] } })
  const question = await screen.findByRole('alertdialog', { name: 'Заменить документ «Договор»?' })
  expect(question.textContent).toContain('right.pdf')
  expect(sent).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Заменить' }))
  await waitFor(() => expect(sent).toEqual(['PUT /api/content/admin/orders/o1/documents/d1/file']))
})
