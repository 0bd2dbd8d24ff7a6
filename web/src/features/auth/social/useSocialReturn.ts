import { useEffect, useEffectEvent } from 'react'
import { read, remove, storageKeys } from '../../../platform/storage.ts'
import { socialLimits } from '../../../shared/limits.ts'
import { createReturnFilter, type ProviderReturn } from './socialFlow.ts'

const keys = [storageKeys.vkOauthCallback, storageKeys.googleOauthCallback]

export type Attempt = { state: string; startedAt: number }

function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Waits for the data of the return page. It arrives as a message to the opener, as a broadcast, or as a
 * storage entry, which is read once a second.
 */
export function useSocialReturn(attempt: Attempt | null, onReturn: (data: ProviderReturn) => void) {
  const handleReturn = useEffectEvent(onReturn)
  useEffect(() => {
    if (!attempt) return
    const acceptReturn = createReturnFilter(attempt.state, attempt.startedAt)
    function handleData(data: unknown) {
      const accepted = acceptReturn(data)
      if (!accepted) return
      for (const key of keys) remove(key)
      handleReturn(accepted)
    }
    function onMessage(event: MessageEvent) {
      if (event.origin === location.origin) handleData(event.data)
    }
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel('social_auth') : null
    if (channel) channel.onmessage = (event) => handleData(event.data)
    window.addEventListener('message', onMessage)
    const timer = setInterval(() => {
      for (const key of keys) handleData(readStoredJson(key))
    }, socialLimits.polling)
    return () => {
      channel?.close()
      window.removeEventListener('message', onMessage)
      clearInterval(timer)
    }
  }, [attempt])
}
