import { useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { uiTexts } from './texts.ts'

/** Shares the address of the open page: by the system's own menu where there is one, else by the clipboard. */
export function ShareButton({ title }: { title: string }) {
  const [said, setSaid] = useState('')
  async function share() {
    const url = location.href
    if (typeof navigator.share === 'function') {
      // The user may close the system's menu: that is no failure.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    setSaid((await copyText(url)) ? uiTexts.linkCopied : uiTexts.linkNotCopied)
  }
  return (
    <>
      <Button variant="line" onClick={share}>
        <Icon name="share" />
        {uiTexts.share}
      </Button>
      <span role="status" className="s mute">
        {said}
      </span>
    </>
  )
}
