// Money that a payment provider reported but that could not be booked for the payment: the amount, the
// reason, and a form in which a manager records how it was resolved.

import { calls } from '../../../api/calls.ts'
import type { PaymentAdmin } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { unbookedMoney as texts } from '../../../shared/texts/adminOrders.ts'
import { Note } from '../../../ui/Note.tsx'
import { createChange } from '../adminApi.ts'
import { ActionForm } from '../record/ActionForm.tsx'
import { createRequiredText } from '../section.ts'

type Notice = NonNullable<PaymentAdmin['unbooked']>[number]

const noteField = createRequiredText('note', texts.note, texts.noteHint)

const describeNotice = (notice: Notice) =>
  `${texts.reported(notice.status)} ${formatRoubles(notice.amount_rub, 'text')}, ${formatDayAndTime(notice.received_at)}`

export function UnbookedMoney({ row }: { row: PaymentAdmin }) {
  return (row.unbooked ?? []).map((notice) => (
    <Note
      key={`${notice.provider} ${notice.notice_id}`}
      tone="warn"
      title={`${texts.title}: ${describeNotice(notice)}`}
    >
      <p>{texts.reason[notice.problem]}</p>
      <ActionForm
        label={texts.settle}
        draftKey={`settle_notice ${notice.provider} ${notice.notice_id}`}
        fields={[noteField]}
        change={({ note = '' }) =>
          createChange(
            'POST',
            calls.contentAdminAction('payments', row.id, 'notices/settle'),
            ['Payment', 'Order'],
            {
              provider: notice.provider,
              notice_id: notice.notice_id,
              note,
            },
          )
        }
      />
    </Note>
  ))
}
