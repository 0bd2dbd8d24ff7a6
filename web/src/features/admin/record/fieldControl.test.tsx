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
  expect(screen.getByText('Найдено: 1. Выберите выше.')).toBeTruthy()
  await user.selectOptions(select, 'u1')
  expect(screen.getByText('Выбрано: Анна Орлова, anna@example.com')).toBeTruthy()
  typeWithoutPause(search, 'Борис')
  await waitFor(() => expect(queries).toEqual(['Анна', 'Борис']))
  expect(select.value).toBe('u1')
  expect(select.selectedOptions[0]?.textContent).toContain('Анна Орлова')
})

function OrderField() {
  const [value, setValue] = useState<Value>('')
  const field = { name: 'order_id', label: 'Заказ', kind: 'order' } as const
  return (
    <>
      <FieldControl id="order" field={field} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

it('an order is chosen by its number', async () => {
  const order = { id: 'o1', number: 'MA-525223', title: 'Audi A4', user_name: 'Анна Орлова' }
  network.use(
    http.get('*/api/content/admin/orders', ({ request }) => {
      const isFound = new URL(request.url).searchParams.get('search') === 'MA-525223'
      return HttpResponse.json({ items: isFound ? [order] : [], total: 1 })
    }),
  )
  renderRoute(<OrderField />)
  typeWithoutPause(screen.getByLabelText('Найти по номеру'), 'MA-525223')
  const option = await screen.findByRole('option', { name: 'MA-525223: Audi A4, Анна Орлова' })
  await user.selectOptions(screen.getByLabelText('Заказ'), option)
  expect(screen.getByRole('status').textContent).toBe('o1')
})
