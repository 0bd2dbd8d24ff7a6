import { useEffect, useState } from 'react'
import { successMessage } from '../../app/limits.ts'
import { pages } from '../../app/paths.ts'
import { article as texts } from '../../app/texts/blog.ts'
import { copyText } from '../../lib/clipboard'
import { IconButton } from '../../ui/IconButton'

/** Opens the system's share dialog where there is one; otherwise copies the address. */
export function ShareButton({ title, slug }: { title: string; slug: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), successMessage)
    return () => clearTimeout(timer)
  }, [said])

  async function share() {
    const url = location.origin + pages.article(slug)
    if (typeof navigator.share === 'function') {
      // Closing the share dialog is not an error.
      await navigator.share({ title, url }).catch(() => {})
      return
    }
    setSaid((await copyText(url)) ? texts.copied : texts.notCopied)
  }

  return (
    <span className="row">
      <span role="status" className="s mute">
        {said}
      </span>
      <IconButton icon="share" label={texts.share} onClick={share} />
    </span>
  )
}
