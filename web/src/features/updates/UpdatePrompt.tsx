import { useEffect, useState } from 'react'
import { calls } from '../../api/calls.ts'
import { env, origin } from '../../platform/env.ts'
import { tabKeys } from '../../platform/storage.ts'
import { hasUnsentInput } from '../../platform/unsentInput.ts'
import { updateCheck } from '../../shared/limits.ts'
import { updates } from '../../shared/texts/updates.ts'
import { Button } from '../../ui/Button.tsx'
import { CornerNote } from '../../ui/CornerNote.tsx'

export default function UpdatePrompt() {
  const update = useUpdate()
  if (!update) return null
  return (
    <CornerNote
      isNews
      title={updates.title}
      text={update.isWaiting ? updates.waits : updates.reloads(update.secondsLeft)}
    >
      <Button small onClick={() => reloadFor(update.version)}>
        {updates.now}
      </Button>
    </CornerNote>
  )
}

const second = 1000

/** The server's version if this page has another version and was not reloaded for the server's yet; otherwise null. */
async function findNewVersion(): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}${calls.version}?${Date.now()}`, { cache: 'no-store' })
    if (!answer.ok) return null
    const { version } = (await answer.json()) as { version?: string }
    if (!version || version === env.appVersion) return null
    // One reload per version, because an old cached page must not cause a loop.
    return sessionStorage.getItem(tabKeys.reloadedForVersion) === version ? null : version
  } catch {
    return null
  }
}

/** Deletes all caches but the precache, which the service worker renews itself. */
async function clearCaches() {
  if (!('caches' in window)) return
  const names = (await caches.keys()).filter((name) => !name.includes('-precache-'))
  await Promise.all(names.map((name) => caches.delete(name)))
}

async function renewWorker() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update()
}

/** Clears the caches, updates the service worker and reloads the page. The user stays signed in. */
async function reloadFor(version: string): Promise<void> {
  sessionStorage.setItem(tabKeys.reloadedForVersion, version)
  await Promise.allSettled([clearCaches(), renewWorker()])
  location.reload()
}

/** Checks for a new version every two minutes. */
function useNewVersion(): string | null {
  const [version, setVersion] = useState<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      const found = await findNewVersion()
      if (found) setVersion(found)
      timer = setTimeout(check, updateCheck.every)
    }
    timer = setTimeout(check, updateCheck.first)
    return () => clearTimeout(timer)
  }, [])
  return version
}

/**
 * Reloads the page 15 seconds after a new version was found. `secondsLeft` is the number of seconds until the
 * reload. `isWaiting` is true while unsent input delays the reload.
 */
function useUpdate() {
  const version = useNewVersion()
  const [secondsLeft, setSecondsLeft] = useState(updateCheck.reloadAfter / second)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!version) return
    const timer = setInterval(() => {
      const waits = hasUnsentInput()
      setWaiting(waits)
      setSecondsLeft((seconds) => (waits ? seconds : Math.max(0, seconds - 1)))
    }, second)
    return () => clearInterval(timer)
  }, [version])
  useEffect(() => {
    if (version && secondsLeft === 0) void reloadFor(version)
  }, [version, secondsLeft])
  return version ? { version, secondsLeft, isWaiting } : null
}
