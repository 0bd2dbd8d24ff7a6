import { useEffect, useState } from 'react'
import { factor as texts } from '../../app/texts/security.ts'
import { Button } from '../../ui/Button'

const shownFor = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button
      look="line"
      small
      onClick={async () => {
        await navigator.clipboard.writeText(text)
        setCopied(true)
      }}
    >
      {isCopied ? texts.copied : label}
    </Button>
  )
}
