import { type FormEvent, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { customerSignedOut } from '../../app/sessionEvents.ts'
import { security } from '../../app/texts/security.ts'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { PasswordField } from '../../ui/PasswordField'
import { Failure } from './Part.tsx'
import {
  useChangePasswordMutation,
  useConfirmOneselfMutation,
  useEraseMeMutation,
  useExportMeMutation,
} from './securityApi.ts'

export function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [change, { isLoading, isSuccess, error }] = useChangePasswordMutation()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const answer = await change({ current_password: current, new_password: fresh })
    if (!answer.data) return
    setCurrent('')
    setFresh('')
  }
  return (
    <section className="db-section">
      <h2>{security.password}</h2>
      <form className="ui-fields" onSubmit={submit}>
        <PasswordField
          label={security.currentPassword}
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={security.newPassword}
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          value={fresh}
          onChange={(event) => setFresh(event.target.value)}
        />
        <Failure error={error} />
        {isSuccess && <p role="status">{security.changed}</p>}
        <Button type="submit" sending={isLoading && security.changing}>
          {security.change}
        </Button>
      </form>
    </section>
  )
}

function save(document_: object) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(document_, null, 2)]))
  const link = document.createElement('a')
  link.href = url
  link.download = 'personal-data.json'
  link.click()
  URL.revokeObjectURL(url)
}

export function PersonalDataForm() {
  const [password, setPassword] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [confirm, confirming] = useConfirmOneselfMutation()
  const [exportMe, exporting] = useExportMeMutation()
  const [erase, erasing] = useEraseMeMutation()
  const dispatch = useAppDispatch()
  async function download(event: FormEvent) {
    event.preventDefault()
    const proof = await confirm(password)
    if (!proof.data) return
    const answer = await exportMe(proof.data.confirmation)
    if (answer.data) save(answer.data)
  }
  async function leave() {
    const answer = await erase(password)
    setAsked(false)
    if (answer.data) dispatch(customerSignedOut())
  }
  const isBusy = confirming.isLoading || exporting.isLoading
  return (
    <section className="db-section">
      <h2>{security.data}</h2>
      <form className="ui-fields" onSubmit={download}>
        <p className="ink2">{security.dataNote}</p>
        <PasswordField
          label={security.yourPassword}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Failure error={confirming.error ?? exporting.error ?? erasing.error} />
        <div className="btns">
          <Button type="submit" look="line" sending={isBusy && security.exporting}>
            {security.export}
          </Button>
          <Button look="danger" disabled={!password} onClick={() => setAsked(true)}>
            {security.erase}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isAsked}
        title={security.ask}
        description={security.askNote}
        sending={erasing.isLoading && security.erasing}
        onConfirm={leave}
        onCancel={() => setAsked(false)}
      />
    </section>
  )
}
