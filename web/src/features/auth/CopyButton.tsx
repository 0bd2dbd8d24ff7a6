import { useEffect, useState } from 'react'
import { factor as texts } from '../../app/texts/security.ts'
import { copyText } from '../../lib/clipboard'
import { Button } from '../../ui/Button'

const confirmationTime = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(null), confirmationTime)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <Button variant="line" small onClick={async () => setCopied(await copyText(text))}>
        {isCopied ? texts.copied : label}
      </Button>
      <span role="status" className="s ink2">
        {isCopied === false && texts.copyFailed}
      </span>
    </>
  )
}
