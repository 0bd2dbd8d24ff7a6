import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { customerSignedOut } from '../../../api/sessionActions.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { saveFile } from '../../../lib/saveFile.ts'
import { findLatestError } from '../../../shared/latestError.ts'
import { accountErased, pages } from '../../../shared/paths.ts'
import { personalData as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SecurityError, SecurityPart } from './SecurityPart.tsx'
import { type Proof, useEraseMeMutation, useExportMeMutation } from './securityApi.ts'
import { useProof } from './useProof.tsx'

/** Export and deletion of all personal data. */
export function PersonalData() {
  const runWithProof = useProof()
  const [exportMe, exporting] = useExportMeMutation()
  const [erase, erasing] = useEraseMeMutation()
  const [proof, setProof] = useState<Proof | null>(null)
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const isErased = useRef(false)
  // The session ends when the home page replaces this one. Earlier, the guard of this page would send the visitor home
  // without the state, and nothing would say that the account is deleted.
  useEffect(
    () => () => {
      if (isErased.current) dispatch(customerSignedOut())
    },
    [dispatch],
  )
  async function download(exportProof: Proof) {
    const answer = await exportMe(exportProof)
    if (answer.data) {
      const text = JSON.stringify(answer.data, null, 2)
      saveFile('personal-data.json', new Blob([text], { type: 'application/json' }))
    }
    return answer.error
  }
  async function eraseAccount() {
    if (!proof) return
    const answer = await erase(proof)
    setProof(null)
    if (!answer.data) return
    isErased.current = true
    navigate(pages.home, { state: accountErased })
  }
  return (
    <SecurityPart title={texts.title} note={texts.note}>
      <div className="btns">
        <Button
          variant="line"
          pendingLabel={exporting.isLoading && texts.exporting}
          onClick={() => runWithProof(download)}
        >
          {texts.export}
        </Button>
        <Button variant="danger" onClick={() => runWithProof(setProof)}>
          {texts.erase}
        </Button>
      </div>
      {exporting.data && (
        <Note
          role="status"
          tone={exporting.data.complete ? 'ok' : 'warn'}
          title={exporting.data.complete ? texts.exported : texts.exportedPartly}
        />
      )}
      <SecurityError error={findLatestError(exporting, erasing)} />
      <ConfirmDialog
        open={proof !== null}
        title={texts.ask}
        description={texts.askNote}
        pendingLabel={erasing.isLoading && texts.erasing}
        onConfirm={eraseAccount}
        onCancel={() => setProof(null)}
      />
    </SecurityPart>
  )
}
