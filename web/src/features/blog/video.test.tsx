import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { widgetTimeout } from '../../platform/thirdParty.ts'
import { Video } from './Video.tsx'
import { parseVideo } from './videoSource.ts'

const lost = /Видео не загрузилось/
const button = (name: string) => screen.getByRole('button', { name })
const frame = () => document.querySelector('iframe')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function show(address: string) {
  const source = parseVideo(address)
  if (!source) throw new Error(`no player for ${address}`)
  return render(<Video source={source} title="Осмотр" poster={<p>Заставка</p>} />)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a video of an article', () => {
  it('plays muted, with its poster until it is loaded, and has buttons for pause and sound', () => {
    show('https://youtu.be/abcdefghijk')
    expect(screen.getByText('Заставка')).toBeTruthy()
    expect(frame()?.src).toMatch(/abcdefghijk\?autoplay=1&mute=1&loop=1.*controls=0/)
    const region = screen.getByRole('region', { name: 'Видео: Осмотр' })
    expect(region.dataset.loaded).toBe('false')
    act(() => void frame()?.dispatchEvent(new Event('load')))
    expect(region.dataset.loaded).toBe('true')
    fireEvent.click(button('Пауза'))
    fireEvent.click(button('Воспроизвести'))
    fireEvent.click(button('Включить звук'))
    expect(button('Выключить звук')).toBeTruthy()
  })

  it('switches the sound by a command, so the video is not restarted', () => {
    show('https://youtu.be/abcdefghijk')
    const player = frame()
    const address = player?.src
    act(() => void player?.dispatchEvent(new Event('load')))
    fireEvent.click(button('Включить звук'))
    expect(frame()).toBe(player)
    expect(player?.src).toBe(address)
  })

  it('receives the commands that were given before it was loaded', () => {
    show('https://youtu.be/abcdefghijk')
    fireEvent.click(button('Пауза'))
    fireEvent.click(button('Включить звук'))
    const tell = vi.spyOn(frame()?.contentWindow as Window, 'postMessage')
    act(() => void frame()?.dispatchEvent(new Event('load')))
    const told = tell.mock.calls.map(([message]) => JSON.parse(String(message)).func)
    expect(told).toEqual(['pauseVideo', 'unMute'])
  })

  it('is reloaded with sound, behind the poster, if its player accepts no commands', () => {
    show('https://vkvideo.ru/video-1_23')
    const region = screen.getByRole('region', { name: 'Видео: Осмотр' })
    act(() => void frame()?.dispatchEvent(new Event('load')))
    fireEvent.click(button('Включить звук'))
    expect(frame()?.src).toContain('muted=0')
    expect(region.dataset.loaded).toBe('false')
  })

  it('is removed if it is not loaded in time: the poster stays, and a button retries', async () => {
    show('https://vimeo.com/123456')
    await pass(widgetTimeout - 1)
    expect(screen.queryByText(lost)).toBeNull()
    await pass(1)
    expect(screen.getByText(lost)).toBeTruthy()
    expect(screen.getByText('Заставка')).toBeTruthy()
    expect(frame()).toBeNull()
    fireEvent.click(button('Повторить'))
    expect(screen.queryByText(lost)).toBeNull()
    act(() => void frame()?.dispatchEvent(new Event('load')))
    await pass(widgetTimeout)
    expect(screen.queryByText(lost)).toBeNull()
  })

  it('shows at once that a file cannot be loaded', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    show('/media/walk.mp4')
    act(() => void document.querySelector('video')?.dispatchEvent(new Event('error')))
    expect(screen.getByText(lost)).toBeTruthy()
  })

  it('does not play by itself with reduced motion', () => {
    const still = { matches: true, addEventListener() {}, removeEventListener() {} }
    vi.spyOn(window, 'matchMedia').mockReturnValue(still as unknown as MediaQueryList)
    show('https://rutube.ru/video/abc123')
    expect(frame()).toBeNull()
    fireEvent.click(button('Воспроизвести'))
    expect(frame()?.src).toContain('rutube.ru/play/embed/abc123')
  })
})
