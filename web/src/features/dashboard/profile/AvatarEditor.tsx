import { Suspense, useState } from 'react'
import { customerChanged, type User } from '../../../api/sessionActions.ts'
import { useAppDispatch } from '../../../app/hooks.ts'
import { lazyWithRetry } from '../../../platform/lazyWithRetry.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { avatar as texts } from '../../../shared/texts/profile.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FilePick } from '../../../ui/FilePick.tsx'
import { isTooLarge, pictureTypes } from '../uploads.ts'
import { useDropAvatarMutation } from './profileApi.ts'

const CropDialog = lazyWithRetry(() => import('./CropDialog.tsx'))

export function AvatarEditor({ user }: { user: User }) {
  const dispatch = useAppDispatch()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [deleteAvatar, { isLoading, error }] = useDropAvatarMutation()

  function chooseFile(picked: File) {
    setProblem(null)
    if (!pictureTypes.includes(picked.type)) return setProblem(texts.wrongType)
    if (isTooLarge(picked)) return setProblem(texts.tooLarge)
    setFile(picked)
  }
  const remove = useSingleFlight(async () => {
    const answer = await deleteAvatar()
    if (answer.data) dispatch(customerChanged(answer.data.user))
  })
  return (
    <div className="stack-12 db-avatar">
      <Avatar name={`${user.first_name} ${user.last_name}`} src={user.avatar_url} size={96} />
      <div className="db-avatar-actions">
        <FilePick
          label={user.avatar_url ? texts.replace : texts.choose}
          accept={pictureTypes.join(',')}
          onPick={chooseFile}
        >
          {user.avatar_url ? texts.replace : texts.choose}
        </FilePick>
        {user.avatar_url && (
          <Button variant="text" small pendingLabel={isLoading && texts.removing} onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </div>
      <p className="xs mute">{texts.hint}</p>
      <ActionError className="s" error={problem ?? error} fallback={texts.failed} />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            onClose={() => setFile(null)}
            onUnreadable={() => {
              setFile(null)
              setProblem(texts.unreadable)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
