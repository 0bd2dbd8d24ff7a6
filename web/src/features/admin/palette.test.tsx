import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { Palette } from './Palette.tsx'

const searchUrl = '*/api/content/admin/search'

it('Enter in the palette opens the found record and closes the palette', async () => {
  const found = [{ kind: 'order', id: 'o1', title: 'Volvo V60', note: 'MA-418205' }]
  network.use(http.get(searchUrl, () => HttpResponse.json({ success: true, items: found })))
  let closed = 0
  renderRoute(<Palette onClose={() => (closed += 1)} onShowKeys={() => undefined} />)
  const field = screen.getByRole('combobox', { name: 'Поиск по панели' })
  await userEvent.click(field)
  await userEvent.type(field, 'volvo')
  const option = await screen.findByRole('option', { name: /Volvo V60/ })
  expect(option.getAttribute('aria-selected')).toBe('true')
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
  await userEvent.keyboard('{Enter}')
  expect(closed).toBe(1)
  await waitFor(() => expect(location.search).toBe('?item=o1'))
  expect(location.pathname).toBe('/admin/orders')
})

it('the arrow keys move through the sections and wrap around', async () => {
  renderRoute(<Palette onClose={() => undefined} onShowKeys={() => undefined} />)
  const field = screen.getByRole('combobox')
  await userEvent.click(field)
  await userEvent.keyboard('{ArrowUp}')
  const options = screen.getAllByRole('option')
  expect(options.at(-1)?.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{ArrowDown}')
  expect(options[0]?.getAttribute('aria-selected')).toBe('true')
})

it('a failed search is reported, and the sections stay', async () => {
  network.use(http.get(searchUrl, () => HttpResponse.json({ code: 'down' }, { status: 503 })))
  renderRoute(<Palette onClose={() => undefined} onShowKeys={() => undefined} />)
  await userEvent.type(screen.getByRole('combobox'), 'заказ')
  expect(await screen.findByText(/Поиск не удался/)).toBeTruthy()
  expect(screen.getByRole('option', { name: 'Заказы' })).toBeTruthy()
})

it('the palette has a command that shows all keys', async () => {
  let shown = 0
  renderRoute(<Palette onClose={() => undefined} onShowKeys={() => (shown += 1)} />)
  await userEvent.type(screen.getByRole('combobox'), 'клавиши{Enter}')
  expect(shown).toBe(1)
})
