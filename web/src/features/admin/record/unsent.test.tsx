// Unsent input of an administrator delays a reload of the page (platform/unsentInput.ts).

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { createGate } from '../../../../tests/gate.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import type { AdminUser } from '../../../api/wire/auth.ts'
import { hasUnsentInput } from '../../../platform/unsentInput.ts'
import { UserActions } from '../people/usersSection.tsx'
import { PictureUpload } from './PictureControl.tsx'

it('a typed reason counts as unsent input', async () => {
  network.use(
    http.get('*/api/auth/admin/users/u1/sessions', () =>
      HttpResponse.json({ success: true, sessions: [] }),
    ),
  )
  const row = { id: 'u1', account_status: 'active', version: 1 } as AdminUser
  renderRoute(<UserActions row={row} />)
  await userEvent.type(screen.getByLabelText('Причина'), 'Спам')
  expect(hasUnsentInput()).toBe(true)
})

it('a picture that is being uploaded counts as unsent input', async () => {
  // Node's fetch does not accept jsdom's FormData.
  vi.stubGlobal('FormData', URLSearchParams)
  const { promise: uploaded, resolve: finishUpload } = createGate()
  network.use(
    http.post('*/api/content/admin/media', async () => {
      await uploaded
      return HttpResponse.json({ url: '/media/1.webp' }, { status: 201 })
    }),
  )
  let uploadedUrl = ''
  renderRoute(
    <PictureUpload
      onUploaded={(url) => {
        uploadedUrl = url
      }}
    />,
  )
  const picture = new File(['x'], 'car.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Загрузить картинку'), picture)
  await waitFor(() => expect(hasUnsentInput()).toBe(true))
  finishUpload()
  await waitFor(() => expect(uploadedUrl).toBe('/media/1.webp'))
  await waitFor(() => expect(hasUnsentInput()).toBe(false))
})
