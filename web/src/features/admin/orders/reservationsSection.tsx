// Reservations of cars: the car, its customer, the end of the reservation, and its invoice.

import { Link } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { isActiveReservation } from '../../../api/reservations.ts'
import type { CarAdmin, ReservationAdmin } from '../../../api/wire/content.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { formatRoubles } from '../../../lib/numbers.ts'
import { formatStoredPhone } from '../../../lib/phone.ts'
import { pages } from '../../../shared/paths.ts'
import { paymentTones, reservationTones } from '../../../shared/statusTones.ts'
import { adminList, emptyHints, labels } from '../../../shared/texts/adminList.ts'
import { views } from '../../../shared/texts/adminPanel.ts'
import {
  reservationLabels,
  adminReservation as texts,
} from '../../../shared/texts/adminReservations.ts'
import { Note } from '../../../ui/Note.tsx'
import { PhoneLink } from '../../../ui/PhoneLink.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { createChange, useAdminQuery } from '../adminApi.ts'
import {
  createMomentColumn,
  createPhoneColumn,
  createRoubleColumn,
  createStateColumn,
} from '../list/columns.tsx'
import { createMomentExport } from '../list/exportColumns.ts'
import { ActionButton } from '../record/ActionButton.tsx'
import { ActionForm } from '../record/ActionForm.tsx'
import { DetailList } from '../record/DetailList.tsx'
import { EmailLink } from '../record/EmailLink.tsx'
import { createContentSource, createRequiredText, type Section, toOptions } from '../section.ts'
import { formatPaymentStatus } from './paymentStates.ts'

const tags = ['Reservation', 'Payment', 'Order', 'Car'] as const
const source = createContentSource('reservations', tags)

function Details({ row }: { row: ReservationAdmin }) {
  const { invoice, refund } = row
  return (
    <DetailList
      details={[
        [labels.status, reservationLabels[row.status]],
        [labels.user_id, row.user_name],
        [labels.phone, row.user_phone && <PhoneLink phone={formatStoredPhone(row.user_phone)} />],
        [labels.email, row.user_email && <EmailLink email={row.user_email} />],
        [
          labels.car_id,
          <Link key="car" to={pages.car(row.car_slug)}>
            {row.car_title}
          </Link>,
        ],
        [
          isActiveReservation(row) ? texts.until : texts.ended,
          formatDayAndTime(row.ended_at ?? row.expires_at),
        ],
        [
          texts.price,
          <>
            {formatRoubles(row.price_rub)}
            {row.edition && (
              <>
                , <span className="num">{row.edition}</span>
              </>
            )}
          </>,
        ],
        [
          labels.amount_rub,
          <>
            {formatRoubles(row.amount_rub)}{' '}
            {invoice && (
              <Tag tone={paymentTones[invoice.status]}>
                {formatPaymentStatus({ kind: 'payment', status: invoice.status })}
              </Tag>
            )}
          </>,
        ],
        [
          texts.refund,
          refund &&
            `${formatRoubles(refund.amount_rub)}, ${formatPaymentStatus({ kind: 'refund', status: refund.status }).toLowerCase()}`,
        ],
        [texts.reason, row.reason],
      ]}
    />
  )
}

function Actions({ row }: { row: ReservationAdmin }) {
  const { invoice } = row
  if (!isActiveReservation(row)) return null
  return (
    <div className="stack-16 ad-block">
      {invoice && ['pending', 'waiting'].includes(invoice.status) && (
        <p className="s">
          <Link to={`${pages.adminSection('orders')}?view=payments&item=${invoice.id}`}>
            {texts.toPayment}
          </Link>
        </p>
      )}
      <ActionButton
        change={createChange(
          'POST',
          calls.contentAdminAction('reservations', row.id, 'order'),
          tags,
          {
            version: row.version,
          },
        )}
        confirmation={{
          title: texts.orderQuestion,
          hint: texts.orderHint(formatRoubles(row.price_rub)),
          confirm: texts.order,
        }}
      >
        {texts.order}
      </ActionButton>
      <ActionForm
        label={texts.release}
        draftKey={`release_reservation ${row.id}`}
        fields={[createRequiredText('reason', texts.releaseReason, texts.releaseReasonHint)]}
        variant="danger"
        confirmation={{
          title: texts.releaseQuestion,
          hint: texts.releaseHint(row.status === 'paid'),
          confirm: texts.release,
        }}
        change={({ reason = '' }) =>
          createChange('POST', calls.contentAdminAction('reservations', row.id, 'release'), tags, {
            reason,
            version: row.version,
          })
        }
      />
    </div>
  )
}

export const reservationsSection: Section<ReservationAdmin> = {
  title: views.reservations,
  emptyHint: emptyHints.reservations,
  source,
  search: 'search',
  sorts: ['-created_at', 'created_at', 'expires_at', '-expires_at'],
  filters: [
    { name: 'status', label: labels.status, options: toOptions(reservationLabels) },
    {
      name: 'active',
      label: texts.active,
      options: [
        { value: 'true', label: adminList.yes },
        { value: 'false', label: adminList.no },
      ],
    },
  ],
  columns: [
    { id: 'number', title: labels.number, isOneLine: true, text: (row) => row.number },
    { id: 'car', title: labels.car_id, text: (row) => row.car_title },
    {
      id: 'customer',
      title: labels.user_id,
      narrowHidden: 'besideRecord',
      text: (row) => row.user_name ?? '',
    },
    createPhoneColumn((row) => row.user_phone),
    createStateColumn(reservationLabels, reservationTones),
    createMomentColumn(
      'until',
      texts.until,
      (row) => (isActiveReservation(row) ? row.expires_at : row.ended_at),
      {
        sort: 'expires_at',
      },
    ),
    createRoubleColumn('amount', labels.amount_rub, (row) => row.amount_rub, {
      narrowHidden: 'besideRecord',
    }),
  ],
  exportColumns: [
    { title: labels.email, value: (row) => row.user_email },
    { title: texts.price, value: (row) => row.price_rub },
    {
      title: texts.invoice,
      value: ({ invoice }) =>
        invoice && formatPaymentStatus({ kind: 'payment', status: invoice.status }),
    },
    { title: texts.refund, value: (row) => row.refund?.amount_rub ?? null },
    { title: texts.reason, value: (row) => row.reason },
    createMomentExport(labels.created, (row) => row.created_at),
    createMomentExport(labels.paid_at, (row) => row.paid_at),
  ],
  Details,
  Actions,
  heading: (row) => `${row.number}: ${row.car_title}`,
}

/** The reservation that holds a car, on the record of the car. */
export function CarReservation({ row }: { row: CarAdmin }) {
  const { data } = useAdminQuery(calls.contentAdmin('reservations'), ['Reservation'], {
    params: { car_id: row.id, active: true, limit: 1 },
  })
  const reservation = data?.items[0]
  if (!reservation) return null
  return (
    <Note tone="warn" title={texts.held(formatDayAndTime(reservation.expires_at))}>
      <Link to={`${pages.adminSection('orders')}?view=reservations&item=${reservation.id}`}>
        {`${reservation.number}, ${reservationLabels[reservation.status].toLowerCase()}`}
      </Link>
    </Note>
  )
}
