import { type ReactNode, useEffect, useRef, useState } from 'react'
import { startThirdParty } from '../../platform/thirdParty.ts'
import { article as texts } from '../../shared/texts/blog.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import { uiTexts } from '../../ui/texts.ts'
import { useReducedMotion } from '../../ui/useReducedMotion.ts'
import { createCommand, type VideoSource } from './videoSource.ts'

type Props = { source: VideoSource; title: string; poster: ReactNode }

type Player = { isPaused: boolean; isMuted: boolean }

/**
 * Sends the commands of the buttons to the player in the frame. Reloads a player that supports no
 * commands.
 */
function useCommands(source: VideoSource, { isPaused, isMuted }: Player) {
  const frame = useRef<HTMLIFrameElement>(null)
  const file = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = file.current
    if (video) {
      video.muted = isMuted
      if (isPaused) video.pause()
      else void video.play().catch(() => {})
      return
    }
    for (const command of [isPaused ? 'pause' : 'play', isMuted ? 'mute' : 'sound'] as const) {
      const message = createCommand(source.kind, command)
      if (message) frame.current?.contentWindow?.postMessage(message, '*')
    }
  }, [source, isPaused, isMuted])
  return { frame, file }
}

/**
 * Plays muted automatically unless reduced motion is requested. Shows the poster until it can play.
 */
export function Video({ source, title, poster }: Props) {
  const prefersReducedMotion = useReducedMotion()
  const [isPaused, setPaused] = useState(prefersReducedMotion)
  const [isMuted, setMuted] = useState(true)
  const [isLoaded, setLoaded] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const { frame, file } = useCommands(source, { isPaused, isMuted })
  const acceptsNoCommands = source.kind !== 'file' && createCommand(source.kind, 'play') === null
  const [hasStarted, setStarted] = useState(!prefersReducedMotion)
  const isShown = hasStarted && !(acceptsNoCommands && isPaused)
  const isAwaited = isShown && !isLoaded && !isFailed
  useEffect(() => {
    if (!isAwaited) return
    return startThirdParty({
      start: () => undefined,
      onReady: () => {},
      onFailed: () => setFailed(true),
    })
  }, [isAwaited])

  function toggle() {
    setStarted(true)
    setPaused((paused) => !paused)
    if (acceptsNoCommands) setLoaded(false)
  }

  return (
    <section className="blog-video" aria-label={texts.video(title)} data-loaded={isLoaded}>
      <div className="blog-video-poster">{poster}</div>
      {isShown && !isFailed && (
        <div className="blog-video-player">
          {source.kind === 'file' ? (
            <video
              ref={file}
              src={source.src}
              loop
              muted
              playsInline
              autoPlay={!isPaused}
              preload="metadata"
              onCanPlay={() => setLoaded(true)}
              onError={() => setFailed(true)}
            />
          ) : (
            <iframe
              ref={frame}
              key={acceptsNoCommands ? String(isMuted) : undefined}
              src={source.src(isMuted)}
              title={texts.video(title)}
              allow="autoplay; fullscreen; encrypted-media"
              referrerPolicy="strict-origin-when-cross-origin"
              tabIndex={-1}
              onLoad={() => setLoaded(true)}
            />
          )}
        </div>
      )}
      {isFailed ? (
        <p className="blog-video-lost s" role="status">
          {texts.videoFailed}{' '}
          <Button variant="text" small onClick={() => setFailed(false)}>
            {uiTexts.retry}
          </Button>
        </p>
      ) : (
        <div className="blog-video-buttons">
          <Button small variant={isPaused ? 'solid' : 'line'} onClick={toggle}>
            <Icon path={isPaused ? icons.play : icons.pause} />
            {isPaused ? texts.play : texts.pause}
          </Button>
          <IconButton
            icon={isMuted ? icons.muted : icons.sound}
            label={isMuted ? texts.sound : texts.mute}
            onClick={() => setMuted((muted) => !muted)}
          />
        </div>
      )}
    </section>
  )
}
