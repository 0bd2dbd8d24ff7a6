import { lazy, Suspense, useState } from 'react'
import { useAppDispatch } from '../../app/hooks.ts'
import { customerChanged, type User } from '../../app/sessionEvents.ts'
import { avatar as texts } from '../../app/texts/profile.ts'
import { useOnce } from '../../app/useOnce.ts'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { FilePick } from '../../ui/FilePick'
import { DeedFailure } from './Answer.tsx'
import { useDropAvatarMutation } from './dashboardApi.ts'
import { fileTooLarge, pictureTypes } from './uploads.ts'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

export function AvatarEditor({ user }: { user: User }) {
  const dispatch = useAppDispatch()
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [drop, { isLoading, error }] = useDropAvatarMutation()

  function choose(picked: File) {
    setRefusal(null)
    if (!pictureTypes.includes(picked.type)) return setRefusal(texts.wrongType)
    if (fileTooLarge(picked)) return setRefusal(texts.tooLarge)
    setFile(picked)
  }
  const remove = useOnce(async () => {
    const answer = await drop()
    if (answer.data) dispatch(customerChanged(answer.data.user))
  })
  return (
    <div className="db-avatar">
      <Avatar name={`${user.first_name} ${user.last_name}`} src={user.avatar_url} size={96} />
      <div className="db-avatar-deeds">
        <FilePick
          label={user.avatar_url ? texts.replace : texts.choose}
          accept={pictureTypes.join(',')}
          onPick={choose}
        >
          {user.avatar_url ? texts.replace : texts.choose}
        </FilePick>
        {user.avatar_url && (
          <Button look="text" small sending={isLoading && texts.removing} onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </div>
      <p className="xs mute">{texts.hint}</p>
      {refusal && (
        <p role="alert" className="s db-failure">
          {refusal}
        </p>
      )}
      <DeedFailure error={error} otherwise={texts.failed} />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            onClose={() => setFile(null)}
            onUnreadable={() => {
              setFile(null)
              setRefusal(texts.unreadable)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
