import { useEffect, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { successMessage } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { article as texts } from '../../shared/texts/blog.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { icons } from '../../ui/icons.ts'

/** Opens the system's share dialog, or copies the URL if there is none. */
export function ShareArticleButton({ title, slug }: { title: string; slug: string }) {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(''), successMessage)
    return () => clearTimeout(timer)
  }, [message])

  async function share() {
    const url = location.origin + pages.article(slug)
    if (typeof navigator.share === 'function') {
      // Closing the share dialog is not an error.
      await navigator.share({ title, url }).catch(() => {})
      return
    }
    setMessage((await copyText(url)) ? texts.copied : texts.notCopied)
  }

  return (
    <span className="row">
      <span role="status" className="s mute">
        {message}
      </span>
      <IconButton icon={icons.share} label={texts.share} onClick={share} />
    </span>
  )
}
