import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { typeWithoutPause } from '../../../../tests/typeWithoutPause.ts'
import { FieldControl } from './FieldControl.tsx'
import type { Value } from './formValues.ts'

const user = userEvent.setup()

function CustomerField() {
  const [value, setValue] = useState<Value>('')
  const field = { name: 'user_id', label: 'Покупатель', kind: 'customer' } as const
  return <FieldControl id="user" field={field} value={value} onChange={setValue} />
}

it('the chosen customer stays shown during another search, which starts once after a pause', async () => {
  const queries: string[] = []
  const anna = { id: 'u1', first_name: 'Анна', last_name: 'Орлова', email: 'anna@example.com' }
  network.use(
    http.get('*/api/auth/admin/users', ({ request }) => {
      const query = new URL(request.url).searchParams.get('query') ?? ''
      queries.push(query)
      return HttpResponse.json({ users: query === 'Анна' ? [anna] : [], total: 1 })
    }),
  )
  renderRoute(<CustomerField />)
  const select = screen.getByLabelText<HTMLSelectElement>('Покупатель')
  const search = screen.getByLabelText('Найти покупателя')
  typeWithoutPause(search, 'Анна')
  await screen.findByRole('option', { name: /Анна Орлова/ })
  expect(queries).toEqual(['Анна'])
  await user.selectOptions(select, 'u1')
  typeWithoutPause(search, 'Борис')
  await waitFor(() => expect(queries).toEqual(['Анна', 'Борис']))
  expect(select.value).toBe('u1')
  expect(select.selectedOptions[0]?.textContent).toContain('Анна Орлова')
})
