import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { PreferencesRead } from '../../app/wire/notifications.ts'
import { PreferencesForm } from './PreferencesForm.tsx'

const user = userEvent.setup()
const every = { in_app: true, email: true, push: true }
const usual: PreferencesRead = {
  booking: every,
  payment: every,
  maintenance: every,
  promotion: { in_app: true, email: false, push: false },
  system: every,
  security: every,
  quiet_hours: null,
}

function show() {
  const sent: PreferencesRead[] = []
  network.use(
    http.get('*/notifications/preferences', () =>
      HttpResponse.json({ success: true, preferences: sent.at(-1) ?? usual }),
    ),
    http.put('*/notifications/preferences', async ({ request }) => {
      const preferences = (await request.json()) as PreferencesRead
      sent.push(preferences)
      return HttpResponse.json({ success: true, preferences })
    }),
  )
  renderRoute(<PreferencesForm />)
  return sent
}

describe('notification preferences', () => {
  it('save what is chosen for a type and a channel', async () => {
    const sent = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Акция: Почта' }))
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Сохранено')).toBeTruthy()
    expect(sent[0]?.promotion).toEqual({ in_app: true, email: true, push: false })
  })

  it('leave security on the site alone', async () => {
    show()
    const box = await screen.findByRole('checkbox', { name: 'Безопасность: На сайте' })
    expect(box).toHaveProperty('disabled', true)
    expect(box).toHaveProperty('checked', true)
  })

  it('keep quiet hours, and refuse those that last no time', async () => {
    const sent = show()
    await user.click(await screen.findByRole('switch', { name: 'Тихие часы' }))
    const to = screen.getByLabelText('До')
    await user.clear(to)
    await user.type(to, '22:00')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(screen.getByText('Начало и конец совпадают. Укажите разное время.')).toBeTruthy()
    expect(sent).toEqual([])
    await user.clear(to)
    await user.type(to, '07:30')
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.quiet_hours).toMatchObject({ from: '22:00', to: '07:30' })
  })

  it('stay as typed when they could not be saved', async () => {
    show()
    network.use(
      http.put('*/notifications/preferences', () =>
        HttpResponse.json({ message: 'Не вышло', code: 'unavailable' }, { status: 503 }),
      ),
    )
    const box = await screen.findByRole('checkbox', { name: 'Акция: Push' })
    await user.click(box)
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    expect(await screen.findByText('Не вышло')).toBeTruthy()
    expect(box).toHaveProperty('checked', true)
  })
})
