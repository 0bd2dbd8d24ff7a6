import { useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { Button } from './Button.tsx'
import { uiTexts } from './texts.ts'

const confirmationMs = 2000

type Props = {
  text: string
  label: string
  /** Shown if the browser does not copy. */
  failed?: string
}

export function CopyButton({ text, label, failed = uiTexts.copyFailed }: Props) {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(null), confirmationMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <Button variant="line" small onClick={async () => setCopied(await copyText(text))}>
        {isCopied ? uiTexts.copied : label}
      </Button>
      <span role="status" className="s ink2">
        {isCopied === false && failed}
      </span>
    </>
  )
}
