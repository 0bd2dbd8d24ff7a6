import { useState } from 'react'
import { saveFile } from '../../../lib/saveFile.ts'
import { factor as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'

/** The recovery codes are shown only once, so the user must confirm that they are saved. */
export function RecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="auth-form">
      <p>{texts.recovery}</p>
      <ul className="auth-recovery code" aria-label={texts.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="btns">
        <CopyButton text={text} label={texts.copyCodes} />
        <Button
          variant="line"
          small
          onClick={() => saveFile(texts.file, new Blob([`${texts.fileHead}\n\n${text}\n`]))}
        >
          {texts.download}
        </Button>
      </div>
      <Checkbox
        label={texts.kept}
        checked={isKept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <div className="btns">
        <Button disabled={!isKept} onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
