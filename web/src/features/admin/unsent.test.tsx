// What an administrator has begun holds a reload up (app/drafts.ts).

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { hasDraft } from '../../app/drafts.ts'
import type { AdminUser } from '../../app/wire/auth.ts'
import { PictureUpload } from './PictureUpload.tsx'
import { UserTools } from './UserTools.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a reason that has no form of its own', async () => {
  network.use(
    http.get('*/api/auth/admin/users/u1/sessions', () =>
      HttpResponse.json({ success: true, sessions: [] }),
    ),
  )
  const row = { id: 'u1', account_status: 'active', version: 1 } as AdminUser
  renderRoute(<UserTools row={row} />)
  await userEvent.type(screen.getByLabelText('Причина'), 'Спам')
  expect(hasDraft()).toBe(true)
})

it('a picture on its way', async () => {
  // The form data of jsdom are strange to the fetch of Node.
  vi.stubGlobal('FormData', URLSearchParams)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  network.use(
    http.post('*/api/content/admin/media', async () => {
      await arrived
      return HttpResponse.json({ url: '/media/1.webp' }, { status: 201 })
    }),
  )
  let address = ''
  renderRoute(
    <PictureUpload
      onUploaded={(url) => {
        address = url
      }}
    />,
  )
  const picture = new File(['x'], 'car.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Загрузить картинку'), picture)
  await waitFor(() => expect(hasDraft()).toBe(true))
  arrive()
  await waitFor(() => expect(address).toBe('/media/1.webp'))
  await waitFor(() => expect(hasDraft()).toBe(false))
})
