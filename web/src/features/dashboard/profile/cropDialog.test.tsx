import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { avatar as texts } from '../../../shared/texts/profile.ts'
import CropDialog from './CropDialog.tsx'

it('the picture follows the pointer only between its press and its release or cancellation', async () => {
  const { createObjectURL, revokeObjectURL } = URL
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} })
  const file = new File([], 'anna.png', { type: 'image/png' })
  renderRoute(<CropDialog file={file} onClose={() => {}} onUnreadable={() => {}} />)
  const frame = await screen.findByRole('group', { name: texts.frame })
  frame.setPointerCapture = () => {}
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100))
  const picture = frame.querySelector('img') as HTMLImageElement
  Object.defineProperties(picture, { naturalWidth: { value: 300 }, naturalHeight: { value: 100 } })
  fireEvent.load(picture)
  await waitFor(() => expect(picture.style.width).toBe('300%'))
  const dispatch = (type: string) => fireEvent(frame, new Event(type, { bubbles: true }))
  const move = (movementX: number) =>
    fireEvent(
      frame,
      Object.assign(new Event('pointermove', { bubbles: true }), { movementX, movementY: 0 }),
    )
  for (const end of ['pointerup', 'pointercancel']) {
    const start = picture.style.left
    dispatch('pointerdown')
    move(10)
    const moved = picture.style.left
    expect(moved).not.toBe(start)
    dispatch(end)
    move(10)
    expect(picture.style.left).toBe(moved)
  }
})
