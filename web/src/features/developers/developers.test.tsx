import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { examples } from '../../shared/texts/developers.ts'
import { DevelopersPage } from './DevelopersPage.tsx'
import Sources from './Sources.tsx'

const makeEdition = (id: string, act: string) => ({
  id,
  title: id,
  starts: '2026-01-01',
  ends: null,
  state: 'in_force',
  isDefault: false,
  vatPercent: 22,
  fingerprint: 'f',
  sources: [{ act, article: 'статья 1', inForce: 'с 2026 года', mark: 'V' }],
})

it('the page has the request in two languages, the errors, and the legal acts of the edition in force', async () => {
  network.use(
    http.get('*/api/calculator/editions', () =>
      HttpResponse.json({
        success: true,
        default: 'ru-2025-01',
        current: 'ru-2026-01',
        editions: [makeEdition('ru-2025-01', 'Старый акт'), makeEdition('ru-2026-01', 'Новый акт')],
      }),
    ),
  )
  renderRoute(<DevelopersPage sources={<Sources />} />)
  expect(await screen.findByText(/Новый акт, статья 1/)).toBeTruthy()
  expect(screen.queryByText(/Старый акт/)).toBeNull()
  const curl = within(screen.getByRole('region', { name: /для.curl/ }))
  expect(curl.getByText(/Authorization: Bearer \$KEY/)).toBeTruthy()
  expect(screen.getByRole('region', { name: /на.JavaScript/ })).toBeTruthy()
  expect(screen.getByText('api_key_invalid')).toBeTruthy()
})

it('the page says that the legal acts failed to load', async () => {
  network.use(http.get('*/api/calculator/editions', () => new HttpResponse(null, { status: 503 })))
  renderRoute(<DevelopersPage sources={<Sources />} />)
  expect(await screen.findByText(/не загрузился/)).toBeTruthy()
})

it('the example in JavaScript is code that parses', () => {
  const code = examples.javascript('https://example.com/api')
  expect(() => new Function('fetch', 'key', `return async () => { ${code} }`)).not.toThrow()
})
