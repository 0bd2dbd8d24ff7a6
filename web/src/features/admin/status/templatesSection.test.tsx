import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { AdminList } from '../list/AdminList.tsx'
import { templatesSection } from './templatesSection.tsx'

it('an incident that was opened from a template leads to where it can be cancelled in time', async () => {
  const template = {
    id: 't1',
    name: 'Почта',
    title: 'Письма приходят с задержкой',
    severity: 'major',
    description: '',
    message: '',
    affectedServices: ['email'],
    version: 1,
  }
  network.use(
    http.get('*/api/status/admin/incident-templates', () =>
      HttpResponse.json({ items: [template], total: 1 }),
    ),
    http.get('*/api/status/admin/incident-templates/t1', () =>
      HttpResponse.json({ item: template }),
    ),
    http.post('*/api/status/admin/incidents', () => HttpResponse.json({ item: { id: 'i1' } })),
  )
  renderRoute(<AdminList section={templatesSection} />, { at: '/?item=t1' })
  await userEvent.click(await screen.findByRole('button', { name: 'Открыть инцидент по шаблону' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Опубликовать и сообщить' }))
  const link = await screen.findByRole('link', { name: 'открытые инциденты' })
  expect(link.getAttribute('href')).toBe('/admin/status?open=true')
})
