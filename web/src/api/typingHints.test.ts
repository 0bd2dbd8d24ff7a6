import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetTyping, getTypingHint, noteTyping, subscribeTyping } from './typingHints.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const anna = { side: 'buyer', name: 'Анна' }

it('a typing hint lasts for six seconds after the last one', () => {
  noteTyping('order-1', anna)
  vi.advanceTimersByTime(5000)
  noteTyping('order-1', anna)
  vi.advanceTimersByTime(5999)
  expect(getTypingHint('order-1')).toEqual(anna)
  expect(getTypingHint('order-2')).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(getTypingHint('order-1')).toBeUndefined()
})

it('a typing hint ends when the message comes, and listeners are notified of both changes', () => {
  const listener = vi.fn()
  const stop = subscribeTyping(listener)
  noteTyping('order-1', anna)
  forgetTyping('order-1')
  expect(getTypingHint('order-1')).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
  forgetTyping('order-1')
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  noteTyping('order-1', anna)
  expect(listener).toHaveBeenCalledTimes(2)
  forgetTyping('order-1')
})
