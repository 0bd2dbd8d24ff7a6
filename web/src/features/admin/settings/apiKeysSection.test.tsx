import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { ApiKeyRead } from '../../../api/wire/calculator.ts'
import { AdminList } from '../list/AdminList.tsx'
import { apiKeysSection } from './apiKeysSection.tsx'

const url = '*/api/calculator/admin/keys'
const key: ApiKeyRead = {
  id: 'k1',
  name: 'Сайт дилера',
  owner: 'ООО «Дилер»',
  owner_id: null,
  prefix: 'mdc_AbCdEfGh',
  per_minute: 60,
  per_day: 5000,
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
  revoked_at: null,
  status: 'active',
  version: 1,
}

function serveKeys(rows: ApiKeyRead[]) {
  network.use(
    http.get(url, () => HttpResponse.json({ items: rows, total: rows.length })),
    http.get(`${url}/k1`, () => HttpResponse.json({ item: rows[0] ?? key })),
    http.get('*/api/auth/admin/users', () => HttpResponse.json({ items: [], total: 0 })),
  )
}

it('a new key is shown in full once and can be revoked after a confirmation', async () => {
  serveKeys([])
  const sent: unknown[] = []
  network.use(
    http.post(url, async ({ request }) => {
      sent.push(await request.json())
      serveKeys([key])
      return HttpResponse.json({ item: { ...key, key: 'mdc_AbCdEfGh_rest' } }, { status: 201 })
    }),
    http.post(`${url}/k1/revoke`, () => {
      const revoked: ApiKeyRead = { ...key, status: 'revoked', revoked_at: '2026-11-21T10:00:00Z' }
      serveKeys([revoked])
      return HttpResponse.json({ item: revoked })
    }),
  )
  renderRoute(<AdminList section={apiKeysSection} />, { at: '/?item=new' })
  const form = within(await screen.findByRole('form', { name: 'Новый ключ API' }))
  await userEvent.type(form.getByLabelText(/Название ключа/), key.name)
  await userEvent.type(form.getByLabelText(/Кому выдан/), key.owner)
  await userEvent.type(form.getByLabelText(/Вызовов в минуту/), '60')
  await userEvent.type(form.getByLabelText(/Вызовов в сутки/), '5000')
  await userEvent.click(form.getByRole('button', { name: 'Добавить' }))
  expect(await screen.findByText('mdc_AbCdEfGh_rest')).toBeTruthy()
  expect(sent).toEqual([
    expect.objectContaining({ name: key.name, owner: key.owner, per_minute: 60, per_day: 5000 }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать ключ' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Отозвать ключ' }))
  expect(await screen.findByText('Ключ отозван')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Отозвать ключ' })).toBeNull()
})
