import { typographer } from '../../lib/typography.ts'
import { findKind } from '../../shared/notificationKinds.ts'
import { toastPreview as texts } from '../../shared/texts/campaigns.ts'
import { useText } from '../../shared/texts/text.ts'
import '../../ui/Toast.css'
import { joinClasses } from '../../ui/classes.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { Draft } from './draft.ts'

const insertSampleNames = (text: string) =>
  text.replaceAll('{first_name}', texts.sampleName).replaceAll('{last_name}', texts.sampleLastName)

/** A preview of the toast. It is a picture only: no timer, no live region and no buttons. */
export function ToastPreview({ draft }: { draft: Draft }) {
  const t = useText()
  const { label, tone, actions } = findKind(draft.type)
  return (
    <section aria-label={texts.title}>
      <p className="cap cp-caption" aria-hidden="true">
        {texts.title}
      </p>
      <div className={joinClasses('ui-toast tone cp-preview', `is-${tone}`)}>
        <div className="ui-toast-top">
          <Tag tone={tone}>{label}</Tag>
        </div>
        <p className={joinClasses('strong', !draft.title.trim() && 'mute')}>
          {typographer(insertSampleNames(draft.title.trim())) || texts.emptyTitle}
        </p>
        <p className={draft.message.trim() ? 'ink2' : 'mute'}>
          {typographer(insertSampleNames(draft.message.trim())) || texts.emptyMessage}
        </p>
        {actions.length > 0 && (
          <p className="cp-preview-actions">
            {actions.map((action) => (
              <span key={t(action.label)}>{t(action.label)}</span>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}
