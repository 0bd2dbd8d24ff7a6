import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { Provider } from 'react-redux'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGate } from '../../../../tests/gate.ts'
import { anna } from '../../../../tests/inbox.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { makeSignedInStore } from '../../../../tests/signedInStore.ts'
import { customerSignedIn } from '../../../api/sessionActions.ts'
import { selectUser } from '../../../api/sessionSlice.ts'
import { makeStore } from '../../../app/store.ts'
import { accountErased, pages } from '../../../shared/paths.ts'
import { Guard } from '../Guard.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonalData } from './PersonalData.tsx'
import { SessionList } from './SessionList.tsx'
import { ProofProvider } from './useProof.tsx'

const makeSession = (id: string, { current = false } = {}) => ({
  id,
  current,
  device: `Браузер ${id}`,
  ip: '192.0.2.1',
  created_at: '2026-11-20T10:00:00Z',
  last_seen_at: '2026-11-20T11:00:00Z',
})

it('another session can be ended, and this one cannot', async () => {
  let sessions = [makeSession('one', { current: true }), makeSession('two')]
  network.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json({ success: true, sessions })),
    http.delete('*/api/auth/sessions/two', () => {
      sessions = sessions.slice(0, 1)
      return HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<SessionList />)
  await userEvent.click(await screen.findByRole('button', { name: /^Завершить: Браузер two, 20/ }))
  await waitFor(() => expect(screen.queryByText('Браузер two')).toBeNull())
  expect(screen.getByText('Браузер one')).toBeTruthy()
})

it('the error is hidden during a retry', async () => {
  network.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json({ message: 'Отказ' }, { status: 409 })),
  )
  renderRoute(<SessionList />)
  const again = await screen.findByRole('button', { name: 'Повторить' })
  network.use(http.get('*/api/auth/sessions', () => delay('infinite')))
  await userEvent.click(again)
  await waitFor(() => expect(screen.queryByText('Отказ')).toBeNull())
  expect(document.querySelector('[aria-busy=true]')).toBeTruthy()
})

it('one confirmation of identity serves two actions, and a refused erasure shows its reason', async () => {
  const proofs: (string | null)[] = []
  let confirmed = 0
  network.use(
    http.post('*/api/auth/me/confirm', () => {
      confirmed += 1
      return HttpResponse.json({ confirmation: `proof ${confirmed}`, expires_in: 600 })
    }),
    http.delete('*/api/auth/me', ({ request }) => {
      proofs.push(request.headers.get('X-Confirmation'))
      return HttpResponse.json(
        { message: 'Вы последний администратор', code: 'last_administrator' },
        { status: 409 },
      )
    }),
  )
  renderRoute(
    <ProofProvider>
      <PersonalData />
    </ProofProvider>,
  )
  const erase = async () => {
    await userEvent.click(screen.getByRole('button', { name: /Удалить\sаккаунт/ }))
  }
  await erase()
  await userEvent.type(await screen.findByLabelText('Пароль'), 'secret phrase')
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(proofs).toEqual(['proof 1']))
  expect((await screen.findByRole('alert')).textContent).toContain('последний администратор')
  await erase()
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(proofs).toEqual(['proof 1', 'proof 1']))
  expect(confirmed).toBe(1)
})

it('a deleted account leads to the home page, which announces it', async () => {
  network.use(
    http.post('*/api/auth/me/confirm', () =>
      HttpResponse.json({ confirmation: 'proof', expires_in: 600 }),
    ),
    http.delete('*/api/auth/me', () =>
      HttpResponse.json({ success: true, erasure_id: 'e1', message: 'Аккаунт удалён' }),
    ),
    // The end of the session empties the cache, and the settings are requested again.
    http.get('*/api/settings', () => HttpResponse.json({})),
  )
  renderRoute(
    <ProofProvider>
      <PersonalData />
    </ProofProvider>,
    { at: pages.dashboardSecurity },
  )
  await userEvent.click(screen.getByRole('button', { name: /Удалить\sаккаунт/ }))
  await userEvent.type(await screen.findByLabelText('Пароль'), 'secret phrase')
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(window.history.state?.usr).toBe(accountErased))
  expect(window.location.pathname).toBe(pages.home)
})

it('a deleted account is announced although its page sends visitors home and the home page is still loading', async () => {
  network.use(
    http.post('*/api/auth/me/confirm', () =>
      HttpResponse.json({ confirmation: 'proof', expires_in: 600 }),
    ),
    http.delete('*/api/auth/me', () =>
      HttpResponse.json({ success: true, erasure_id: 'e1', message: 'Аккаунт удалён' }),
    ),
    http.get('*/api/settings', () => HttpResponse.json({})),
  )
  window.history.replaceState(null, '', pages.dashboardSecurity)
  const { promise: homeLoaded, resolve: finishHome } = createGate()
  const router = createBrowserRouter([
    {
      path: pages.home,
      lazy: async () => {
        await homeLoaded
        return { element: <p>Главная</p> }
      },
    },
    {
      path: pages.dashboardSecurity,
      element: (
        <Guard>
          <ProofProvider>
            <PersonalData />
          </ProofProvider>
        </Guard>
      ),
    },
  ])
  onTestFinished(() => {
    router.dispose()
    window.history.replaceState(null, '', '/')
  })
  render(
    <Provider store={makeSignedInStore()}>
      <RouterProvider router={router} />
    </Provider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /Удалить\sаккаунт/ }))
  await userEvent.type(await screen.findByLabelText('Пароль'), 'secret phrase')
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(router.state.navigation.state).toBe('loading'))
  finishHome()
  await screen.findByText('Главная')
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'))
  expect(router.state.location.state).toBe(accountErased)
})

it('an expired confirmation is requested again when a passkey is added', async () => {
  const parseOptions = () => ({})
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: parseOptions,
    parseCreationOptionsFromJSON: parseOptions,
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const proofs: (string | null)[] = []
  network.use(
    http.get('*/api/auth/me/passkeys', () => HttpResponse.json({ success: true, passkeys: [] })),
    http.post('*/api/auth/me/confirm', () =>
      HttpResponse.json({ confirmation: `proof ${proofs.length + 1}`, expires_in: 600 }),
    ),
    http.post('*/api/auth/me/passkeys/options', ({ request }) => {
      proofs.push(request.headers.get('X-Confirmation'))
      return HttpResponse.json(
        { message: 'Подтвердите', code: 'confirmation_required' },
        { status: 403 },
      )
    }),
  )
  renderRoute(
    <ProofProvider>
      <PasskeyList />
    </ProofProvider>,
  )
  const confirm = async () => {
    await userEvent.type(await screen.findByLabelText('Пароль'), 'secret phrase')
    await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить ключ доступа' }))
  await confirm()
  await screen.findByText('Подтвердите')
  await confirm()
  await waitFor(() => expect(proofs).toEqual(['proof 1', 'proof 2']))
})

it('the error summary names each missing password', async () => {
  renderRoute(<PasswordForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Сменить пароль' }))
  for (const name of ['Введите текущий пароль', 'Введите новый пароль'])
    expect(await screen.findByRole('link', { name })).toBeTruthy()
})

it('two submits change the password once', async () => {
  let changed = 0
  network.use(
    http.post('*/api/auth/me/password', () => {
      changed += 1
      return HttpResponse.json({ success: true })
    }),
  )
  renderRoute(<PasswordForm />)
  await userEvent.type(screen.getByLabelText('Текущий пароль'), 'old secret phrase')
  await userEvent.type(screen.getByLabelText('Новый пароль'), 'Kolenval-Journey-27')
  const form = screen.getByRole('button', { name: /Сменить/ }).closest('form')
  act(() => {
    if (!form) return
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(changed).toBe(1)
})

it('the warning about the initial password disappears after the change', async () => {
  network.use(
    http.post('*/api/auth/me/password', () => HttpResponse.json({ success: true })),
    http.get('*/api/auth/me', () => HttpResponse.json({ success: true, user: anna })),
  )
  const store = makeStore()
  store.dispatch(
    customerSignedIn({ user: { ...anna, first_password_until: '2999-01-01T09:00:00Z' } }),
  )
  renderRoute(<PasswordForm />, { store })
  expect(screen.getByText(/при установке сайта.*Смените его до.1.января/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Текущий пароль'), 'first-operator-secret')
  await userEvent.type(screen.getByLabelText('Новый пароль'), 'Зимний-дирижабль-42')
  await userEvent.click(screen.getByRole('button', { name: 'Сменить пароль' }))
  expect((await screen.findByRole('status')).textContent).toContain('Пароль изменён')
  expect(screen.queryByText(/при установке сайта/)).toBeNull()
  expect(selectUser(store.getState())?.first_password_until).toBeNull()
})
