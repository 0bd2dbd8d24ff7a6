// The reports on an order, and the form of a new report: what happened and where, with pictures. Reports are
// never edited, and the buyer is notified of each.

import { calls } from '../../../api/calls.ts'
import type { OrderAdmin, ReportCreate } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { orderStepLabels } from '../../../shared/texts/adminLabels.ts'
import { adminOrder } from '../../../shared/texts/adminOrders.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { createChange } from '../adminApi.ts'
import { Block } from '../Block.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { createChoiceField } from '../section.ts'

export function OrderReportForm({ order }: { order: OrderAdmin }) {
  const reports = order.reports ?? []
  return (
    <Block title={adminOrder.reports}>
      <ul className="ad-lines">
        {reports.map(({ id, at, place, text, pictures }) => (
          <li key={id}>
            <span className="mute num">{formatDayAndTime(at)}</span>{' '}
            {[place, text].filter(Boolean).join(': ')}
            {pictures.length > 0 && (
              <span className="ad-thumbs">
                {pictures.map((src) => (
                  <img key={src} src={src} alt="" loading="lazy" />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {/* An added report changes the key, which closes the form. */}
      {order.status !== 'cancelled' && <NewReport key={reports.length} order={order} />}
    </Block>
  )
}

function NewReport({ order }: { order: OrderAdmin }) {
  return (
    <Disclosure className="ad-more" summary={adminOrder.newReport}>
      <ActionForm
        label={adminOrder.newReport}
        draftKey={`new_report ${order.id}`}
        fields={[
          createChoiceField('step', adminOrder.documentStep, orderStepLabels),
          { name: 'place', label: adminOrder.reportPlace, maxLength: 200, isHalfWidth: true },
          {
            name: 'text',
            label: adminOrder.reportText,
            hint: adminOrder.reportHint,
            kind: 'area',
            rows: 3,
            required: true,
            maxLength: 2000,
          },
          { name: 'pictures', label: adminOrder.reportPictures, kind: 'pictures' },
        ]}
        initial={{ step: order.current_step ?? 'handover' }}
        submitLabel={adminOrder.addReport}
        change={({ step, place, text = '', pictures = '' }) =>
          createChange('POST', calls.contentAdminAction('orders', order.id, 'reports'), ['Order'], {
            step: step as ReportCreate['step'],
            place: place || null,
            text,
            pictures: pictures.split('\n').filter(Boolean),
          })
        }
      />
    </Disclosure>
  )
}
