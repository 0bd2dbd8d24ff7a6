// Shortcuts of the panel without Ctrl: letters, '/', '?', arrows, Enter and Space. They do nothing in a field, a
// menu or a dialog.

import { useEffect, useEffectEvent } from 'react'
import { read, remove, write } from '../../platform/storage.ts'

/** Storage key: if it is set, letters, '/' and '?' are off in this browser. Speech input may press them by mistake. */
const offKey = 'panel_letter_keys_off'

export const hasLetterKeys = () => read(offKey) === null

export function setLetterKeys(isOn: boolean) {
  if (isOn) remove(offKey)
  else write(offKey, 'true')
}

/**
 * The name of a pressed key: 'J', 'ArrowDown', 'Space', '/', '?'. A letter is named by its physical key, so that
 * it works with the Russian layout too. '/' and '?' are recognized as characters and by their English key.
 */
export function readKeyName({ key, code, shiftKey }: KeyboardEvent): string {
  if (key === '?' || key === '/') return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  if (code.startsWith('Key')) return code.slice('Key'.length)
  return key === ' ' ? 'Space' : key
}

const ignoredTargets =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu]'

function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(ignoredTargets)) return false
  // The focus moves into a dialog some frames after it opens.
  return document.querySelector('[role$=dialog]') === null
}

/**
 * Calls `handle` with the name of each key that is pressed outside of fields, menus and dialogs. `handle`
 * returns whether it used the key.
 */
export function useShortcuts(handle: (key: string, event: KeyboardEvent) => boolean) {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return
    const key = readKeyName(event)
    if (key.length === 1 && !hasLetterKeys()) return
    if (handle(key, event)) event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}
