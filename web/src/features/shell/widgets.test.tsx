import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { receiveSettings } from '../../../tests/settings.ts'
import { makeStore } from '../../app/store.ts'
import { widgetTimeout } from '../../platform/thirdParty.ts'
import { chatDelay } from '../../shared/limits.ts'
import FloatingButtons from './FloatingButtons.tsx'
import { findChatScript, findCommunityGroup, findSupportAddress } from './widgets.ts'

const chat = { script: 'https://chat.example/widget.js', support: 'https://t.me/meridian' }
const findScripts = () => [...document.head.querySelectorAll('script')]
const findSupportLink = () => screen.queryByRole('link', { name: 'Написать в поддержку' })
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function renderButtons(widgets: object) {
  const store = makeStore()
  receiveSettings(store, { widgets })
  return renderRoute(<FloatingButtons />, { store })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const script of findScripts()) script.remove()
})

describe('the chat', () => {
  it('is loaded some seconds after the page and replaces the link to support', async () => {
    renderButtons({ chat })
    await advanceTime(chatDelay - 1)
    expect(findScripts()).toEqual([])
    await advanceTime(1)
    expect(findScripts().map(({ src }) => src)).toEqual([chat.script])
    expect(findSupportLink()?.getAttribute('href')).toBe(chat.support)
    act(() => void findScripts()[0]?.dispatchEvent(new Event('load')))
    expect(findSupportLink()).toBeNull()
  })

  it.each([
    ['refused', () => findScripts()[0]?.dispatchEvent(new Event('error'))],
    ['too slow', () => vi.advanceTimersByTime(widgetTimeout)],
  ])(
    'leaves the support link when its script is %s, and is not shown later',
    async (_how, fail) => {
      renderButtons({ chat })
      await advanceTime(chatDelay)
      act(() => void fail())
      act(() => void findScripts()[0]?.dispatchEvent(new Event('load')))
      expect(findSupportLink()).not.toBeNull()
    },
  )

  it('leaves an email link when nothing is configured', async () => {
    renderButtons({})
    await advanceTime(chatDelay + widgetTimeout)
    expect(findScripts()).toEqual([])
    expect(findSupportLink()?.getAttribute('href')).toBe('mailto:hello@example.com')
  })

  it('accepts only secure URLs', () => {
    expect(findChatScript({ chat: { script: 'http://chat.example/widget.js' } })).toBeNull()
    expect(findChatScript({ chat: 'https://chat.example' })).toBeNull()
    const odd = { chat: { support: 'javascript:alert(1)' } }
    expect(findSupportAddress({ widgets: odd, contactEmail: 'a@example.com' })).toBe(
      'mailto:a@example.com',
    )
  })
})

describe('the community', () => {
  const button = () => screen.getByRole('button', { name: 'Сообщество' })
  const open = () => fireEvent.click(button())

  it('shows links to the company pages at once, and closes on Escape', () => {
    renderButtons({ community: { telegram: 'https://t.me/meridian' } })
    open()
    expect(screen.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toBe(
      'https://t.me/meridian',
    )
    expect(findScripts()).toEqual([])
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(screen.queryByRole('link', { name: 'Telegram' })).toBeNull()
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  it('replaces the links by the messenger when it is loaded', () => {
    const CommunityMessages = vi.fn()
    vi.stubGlobal('VK', { Widgets: { CommunityMessages } })
    renderButtons({ community: { vkGroup: 42 } })
    expect(findScripts()).toEqual([])
    open()
    expect(screen.getByRole('link', { name: 'VK' })).toBeTruthy()
    act(() => void findScripts()[0]?.dispatchEvent(new Event('load')))
    expect(CommunityMessages).toHaveBeenCalledWith('community-messenger', 42, { expanded: '1' })
    expect(screen.queryByRole('link', { name: 'VK' })).toBeNull()
  })

  it('keeps the links if the messenger is not loaded', async () => {
    renderButtons({ community: { vkGroup: 42 } })
    open()
    await advanceTime(widgetTimeout)
    expect(screen.getByRole('link', { name: 'VK' })).toBeTruthy()
  })

  it('accepts only a positive whole number as a group', () => {
    expect(findCommunityGroup({ community: { vkGroup: '42' } })).toBe(42)
    for (const vkGroup of ['meridian', 0, -1, 1.5])
      expect(findCommunityGroup({ community: { vkGroup } })).toBeNull()
  })
})

describe('the floating buttons', () => {
  const scrollTo = (top: number, event: 'touchStart' | 'touchMove' | 'scroll') => {
    vi.stubGlobal('scrollY', top)
    fireEvent[event](window)
  }
  const isHidden = () => screen.getByRole('complementary').classList.contains('is-hidden')

  it('hide while a finger scrolls down, and return when it scrolls up', () => {
    renderButtons({})
    expect(isHidden()).toBe(false)
    scrollTo(0, 'touchStart')
    scrollTo(300, 'touchMove')
    expect(isHidden()).toBe(true)
    scrollTo(500, 'touchStart')
    scrollTo(450, 'touchMove')
    expect(isHidden()).toBe(false)
  })

  it('are shown at the top of a page, and while the page scrolls without a touch', () => {
    renderButtons({})
    scrollTo(300, 'touchMove')
    scrollTo(0, 'scroll')
    expect(isHidden()).toBe(false)
    scrollTo(300, 'scroll')
    expect(isHidden()).toBe(false)
  })
})
