// Finds the player for a video URL and builds the commands for the player.

export type VideoSource =
  | { kind: 'file'; src: string }
  | {
      kind: 'youtube' | 'vimeo' | 'rutube' | 'vk'
      id: string
      src: (start: { muted: boolean }) => string
    }

const toFlag = (on: boolean) => (on ? '1' : '0')

const createYoutubeSource = (id: string): VideoSource => ({
  kind: 'youtube',
  id,
  src: ({ muted }) =>
    `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&mute=${toFlag(muted)}&loop=1&playlist=${id}&controls=0&playsinline=1&enablejsapi=1&rel=0`,
})
const createVimeoSource = (id: string): VideoSource => ({
  kind: 'vimeo',
  id,
  src: ({ muted }) =>
    `https://player.vimeo.com/video/${id}?autoplay=1&muted=${toFlag(muted)}&loop=1&controls=0&dnt=1`,
})
const createRutubeSource = (id: string): VideoSource => ({
  kind: 'rutube',
  id,
  src: ({ muted }) => `https://rutube.ru/play/embed/${id}?autoplay=1&mute=${toFlag(muted)}`,
})
const createVkSource = (owner: string, id: string): VideoSource => ({
  kind: 'vk',
  id: `${owner}_${id}`,
  src: ({ muted }) =>
    `https://vkvideo.ru/video_ext.php?oid=${owner}&id=${id}&autoplay=1&loop=1&muted=${toFlag(muted)}`,
})

const matchId = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]

/** Returns null for the URL of an unknown player; then the article has no video. */
export function parseVideo(videoUrl: string): VideoSource | null {
  if (!URL.canParse(videoUrl, 'https://same.site')) return null
  const url = new URL(videoUrl, 'https://same.site')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.hostname.replace(/^(www|m|player)\./, '')
  const path = url.pathname
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id =
      url.searchParams.get('v') ??
      (host === 'youtu.be' ? path.slice(1) : matchId(/\/(?:embed|shorts|live)\/([\w-]+)/, path))
    return id && /^[\w-]{6,20}$/.test(id) ? createYoutubeSource(id) : null
  }
  if (host === 'vimeo.com') {
    const id = matchId(/(\d{5,})/, path)
    return id ? createVimeoSource(id) : null
  }
  if (host === 'rutube.ru') {
    const id = matchId(/\/(?:video|play\/embed|shorts)\/([\da-z]+)/, path)
    return id ? createRutubeSource(id) : null
  }
  if (['vk.com', 'vk.ru', 'vkvideo.ru'].includes(host)) {
    const found = /video(-?\d+)_(\d+)/.exec(path + url.search)
    const owner = found?.[1] ?? url.searchParams.get('oid')
    const id = found?.[2] ?? url.searchParams.get('id')
    return owner && id && /^-?\d+$/.test(owner) && /^\d+$/.test(id)
      ? createVkSource(owner, id)
      : null
  }
  return /\.(mp4|webm|ogg|ogv|m4v|mov)$/i.test(path) ? { kind: 'file', src: videoUrl } : null
}

type PlayerCommand = 'play' | 'pause' | 'mute' | 'sound'

/** The message for the player in the frame; null if the frame must be reloaded instead. */
export function createCommand(kind: VideoSource['kind'], command: PlayerCommand): string | null {
  if (kind === 'youtube') {
    const func = { play: 'playVideo', pause: 'pauseVideo', mute: 'mute', sound: 'unMute' }[command]
    return JSON.stringify({ event: 'command', func, args: [] })
  }
  if (kind === 'vimeo') {
    const message = {
      play: { method: 'play' },
      pause: { method: 'pause' },
      mute: { method: 'setMuted', value: true },
      sound: { method: 'setMuted', value: false },
    }[command]
    return JSON.stringify(message)
  }
  if (kind === 'rutube') {
    const type = {
      play: 'player:play',
      pause: 'player:pause',
      mute: 'player:mute',
      sound: 'player:unMute',
    }[command]
    return JSON.stringify({ type, data: {} })
  }
  return null
}
