import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { widgetTimeout } from '../../platform/thirdParty.ts'
import { article as texts } from '../../shared/texts/blog.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'
import { uiTexts } from '../../ui/texts.ts'
import { useReducedMotion } from '../../ui/useReducedMotion.ts'
import { createCommand, type VideoSource } from './videoSource.ts'

type Props = { source: VideoSource; title: string; poster: ReactNode }

type PlayerState = { isPaused: boolean; isMuted: boolean }

/**
 * Keeps the player in the state of the buttons. Returns refs for the iframe and for the video element;
 * only one of them is rendered. `tellFrame` sends the state to the iframe. It must also be called when
 * the iframe is loaded, because a message to a player that is still loading is lost.
 */
function usePlayerState(source: VideoSource, { isPaused, isMuted }: PlayerState) {
  const frame = useRef<HTMLIFrameElement>(null)
  const file = useRef<HTMLVideoElement>(null)
  const tellFrame = useCallback(() => {
    for (const command of [isPaused ? 'pause' : 'play', isMuted ? 'mute' : 'sound'] as const) {
      const message = createCommand(source.kind, command)
      if (message) frame.current?.contentWindow?.postMessage(message, '*')
    }
  }, [source, isPaused, isMuted])
  useEffect(() => {
    const video = file.current
    if (!video) {
      tellFrame()
      return
    }
    video.muted = isMuted
    if (isPaused) video.pause()
    else void video.play().catch(() => {})
  }, [tellFrame, isPaused, isMuted])
  return { frame, file, tellFrame }
}

/**
 * Plays muted automatically unless reduced motion is requested. Shows the poster until the video can play.
 * A player in a frame that accepts no commands is removed for a pause, and reloaded for the sound.
 */
export function Video({ source, title, poster }: Props) {
  const prefersReducedMotion = useReducedMotion()
  const [isPaused, setPaused] = useState(prefersReducedMotion)
  const [isMuted, setMuted] = useState(true)
  const [isLoaded, setLoaded] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const { frame, file, tellFrame } = usePlayerState(source, { isPaused, isMuted })
  const acceptsNoCommands = source.kind !== 'file' && createCommand(source.kind, 'play') === null
  const [hasStarted, setStarted] = useState(!prefersReducedMotion)
  const isShown = hasStarted && !(acceptsNoCommands && isPaused)
  const isAwaited = isShown && !isLoaded && !isFailed
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setFailed(true), widgetTimeout)
    return () => clearTimeout(timer)
  }, [isAwaited])

  function togglePause() {
    setStarted(true)
    setPaused((paused) => !paused)
    if (acceptsNoCommands) setLoaded(false)
  }

  function toggleSound() {
    setMuted((muted) => !muted)
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
              // If the player accepts commands, its URL must not change, because a new URL restarts the video.
              src={source.src({ muted: acceptsNoCommands ? isMuted : true })}
              title={texts.video(title)}
              allow="autoplay; fullscreen; encrypted-media"
              referrerPolicy="strict-origin-when-cross-origin"
              tabIndex={-1}
              onLoad={() => {
                setLoaded(true)
                tellFrame()
              }}
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
          <Button small variant={isPaused ? 'solid' : 'line'} onClick={togglePause}>
            <Icon path={isPaused ? icons.play : icons.pause} />
            {isPaused ? texts.play : texts.pause}
          </Button>
          <IconButton
            icon={isMuted ? icons.muted : icons.sound}
            label={isMuted ? texts.sound : texts.mute}
            onClick={toggleSound}
          />
        </div>
      )}
    </section>
  )
}
