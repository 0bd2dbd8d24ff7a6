import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { widgetTimeout } from '../../platform/thirdParty.ts'
import { Video } from './Video.tsx'
import { parseVideo } from './videoSource.ts'

const failureText = /Видео не загрузилось/
const findButton = (name: string) => screen.getByRole('button', { name })
const findFrame = () => document.querySelector('iframe')
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function renderVideo(url: string) {
  const source = parseVideo(url)
  if (!source) throw new Error(`no player for ${url}`)
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
    renderVideo('https://youtu.be/abcdefghijk')
    expect(screen.getByText('Заставка')).toBeTruthy()
    expect(findFrame()?.src).toMatch(/abcdefghijk\?autoplay=1&mute=1&loop=1.*controls=0/)
    const region = screen.getByRole('region', { name: 'Видео: Осмотр' })
    expect(region.dataset.loaded).toBe('false')
    act(() => void findFrame()?.dispatchEvent(new Event('load')))
    expect(region.dataset.loaded).toBe('true')
    fireEvent.click(findButton('Пауза'))
    fireEvent.click(findButton('Воспроизвести'))
    fireEvent.click(findButton('Включить звук'))
    expect(findButton('Выключить звук')).toBeTruthy()
  })

  it('switches the sound by a command, so the video is not restarted', () => {
    renderVideo('https://youtu.be/abcdefghijk')
    const player = findFrame()
    const url = player?.src
    act(() => void player?.dispatchEvent(new Event('load')))
    fireEvent.click(findButton('Включить звук'))
    expect(findFrame()).toBe(player)
    expect(player?.src).toBe(url)
  })

  it('receives the commands that were given before it was loaded', () => {
    renderVideo('https://youtu.be/abcdefghijk')
    fireEvent.click(findButton('Пауза'))
    fireEvent.click(findButton('Включить звук'))
    const postMessage = vi.spyOn(findFrame()?.contentWindow as Window, 'postMessage')
    act(() => void findFrame()?.dispatchEvent(new Event('load')))
    const commands = postMessage.mock.calls.map(([message]) => JSON.parse(String(message)).func)
    expect(commands).toEqual(['pauseVideo', 'unMute'])
  })

  it('is reloaded with sound, behind the poster, if its player accepts no commands', () => {
    renderVideo('https://vkvideo.ru/video-1_23')
    const region = screen.getByRole('region', { name: 'Видео: Осмотр' })
    act(() => void findFrame()?.dispatchEvent(new Event('load')))
    fireEvent.click(findButton('Включить звук'))
    expect(findFrame()?.src).toContain('muted=0')
    expect(region.dataset.loaded).toBe('false')
  })

  it('is removed if it is not loaded in time: the poster stays, and a button retries', async () => {
    renderVideo('https://vimeo.com/123456')
    await advance(widgetTimeout - 1)
    expect(screen.queryByText(failureText)).toBeNull()
    await advance(1)
    expect(screen.getByText(failureText)).toBeTruthy()
    expect(screen.getByText('Заставка')).toBeTruthy()
    expect(findFrame()).toBeNull()
    fireEvent.click(findButton('Повторить'))
    expect(screen.queryByText(failureText)).toBeNull()
    act(() => void findFrame()?.dispatchEvent(new Event('load')))
    await advance(widgetTimeout)
    expect(screen.queryByText(failureText)).toBeNull()
  })

  it('shows at once that a file cannot be loaded', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    renderVideo('/media/walk.mp4')
    act(() => void document.querySelector('video')?.dispatchEvent(new Event('error')))
    expect(screen.getByText(failureText)).toBeTruthy()
  })

  it('does not play by itself with reduced motion', () => {
    const still = { matches: true, addEventListener() {}, removeEventListener() {} }
    vi.spyOn(window, 'matchMedia').mockReturnValue(still as unknown as MediaQueryList)
    renderVideo('https://rutube.ru/video/abc123')
    expect(findFrame()).toBeNull()
    fireEvent.click(findButton('Воспроизвести'))
    expect(findFrame()?.src).toContain('rutube.ru/play/embed/abc123')
  })
})
