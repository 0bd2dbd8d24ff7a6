import { useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { icons } from './icons.ts'
import { uiTexts } from './texts.ts'

/** Shares the URL of the page with the system's share dialog, or copies it if there is none. */
export function ShareButton({ title, small }: { title: string; small?: boolean }) {
  const [copyMessage, setCopyMessage] = useState('')
  async function share() {
    const url = location.href
    if (typeof navigator.share === 'function') {
      // Closing the system's dialog is not an error.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    setCopyMessage((await copyText(url)) ? uiTexts.linkCopied : uiTexts.linkNotCopied)
  }
  return (
    <>
      <Button variant="line" small={small} onClick={share}>
        <Icon path={icons.share} />
        {uiTexts.share}
      </Button>
      <span role="status" className="s mute">
        {copyMessage}
      </span>
    </>
  )
}
