import { act, cleanup } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { NavLinks } from './NavLinks.tsx'

const items = [
  { to: '/', name: 'Главная' },
  { to: '/blog', name: 'Блог' },
]

afterEach(() => {
  delete document.documentElement.dataset.shell
  cleanup()
})

it('the current page is marked after hydration in a shell that was prerendered without a mark', async () => {
  document.documentElement.dataset.shell = ''
  const container = document.createElement('nav')
  document.body.append(container)
  container.innerHTML =
    '<a href="/" data-discover="true">Главная</a><a href="/blog" data-discover="true">Блог</a>'
  const root = await act(() =>
    hydrateRoot(
      container,
      <MemoryRouter initialEntries={['/blog/customs']}>
        <NavLinks items={items} />
      </MemoryRouter>,
      { onRecoverableError: () => {} },
    ),
  )
  const current = [...container.querySelectorAll('[aria-current="page"]')]
  expect(current.map((link) => link.textContent)).toEqual(['Блог'])
  await act(() => root.unmount())
  container.remove()
})
