import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetTyping, getTypingHint, noteTyping, subscribeTyping } from './typingHints.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const anna = { side: 'buyer', name: 'Анна' }

it('shows who is writing for six seconds after the last hint', () => {
  noteTyping('order-1', anna)
  vi.advanceTimersByTime(5000)
  noteTyping('order-1', anna)
  vi.advanceTimersByTime(5999)
  expect(getTypingHint('order-1')).toEqual(anna)
  expect(getTypingHint('order-2')).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(getTypingHint('order-1')).toBeUndefined()
})

it('forgets a hint when the message has come, and notifies the pages of both changes', () => {
  const changed = vi.fn()
  const stop = subscribeTyping(changed)
  noteTyping('order-1', anna)
  forgetTyping('order-1')
  expect(getTypingHint('order-1')).toBeUndefined()
  expect(changed).toHaveBeenCalledTimes(2)
  forgetTyping('order-1')
  expect(changed).toHaveBeenCalledTimes(2)
  stop()
  noteTyping('order-1', anna)
  expect(changed).toHaveBeenCalledTimes(2)
  forgetTyping('order-1')
})
