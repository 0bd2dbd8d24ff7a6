import { Button } from '../../ui/Button.tsx'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { conversation as texts } from '../texts/conversation.ts'
import { canRetry, type PickedFile } from './usePickedFiles.ts'

type PickedFileListProps = {
  files: readonly PickedFile[]
  onRetry: (picked: PickedFile) => void
  onRemove: (key: string) => void
}

/** The chosen files, each with the state of its upload. */
export function PickedFileList({ files, onRetry, onRemove }: PickedFileListProps) {
  if (files.length === 0) return null
  return (
    <ul className="talk-picked" aria-label={texts.attachments}>
      {files.map((picked) => (
        <li key={picked.key} className="s">
          <div className="talk-picked-name">
            <span>{picked.name}</span>
            {!picked.id && !picked.problem && <span className="mute">{texts.uploading}</span>}
            {picked.problem && (
              <span role="alert" className="failure">
                {picked.problem}
              </span>
            )}
          </div>
          {canRetry(picked) && (
            <Button
              variant="text"
              small
              aria-label={texts.uploadAgain(picked.name)}
              onClick={() => onRetry(picked)}
            >
              {texts.again}
            </Button>
          )}
          <IconButton
            icon={frameIcons.close}
            label={texts.detach(picked.name)}
            onClick={() => onRemove(picked.key)}
          />
        </li>
      ))}
    </ul>
  )
}
