// Toasts: the newest five are visible and '+N' counts the others. One summary toast replaces more than five
// missed notifications. One toast shows a problem of the stream until it is solved or the user closes the toast.

import { type NavigateFunction, useNavigate } from 'react-router'
import type { NotificationRead } from '../../api/wire/notifications.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { typographer } from '../../lib/typography.ts'
import { useGuestCalculationsClaim } from '../../shared/guestCalculations.ts'
import { toast as limits } from '../../shared/limits.ts'
import { findKind, toastDuration } from '../../shared/notificationKinds.ts'
import { anchors } from '../../shared/paths.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { guestCalculations as calculationTexts } from '../../shared/texts/guestCalculations.ts'
import { stream, toasts as texts } from '../../shared/texts/notifications.ts'
import { type Text, useText } from '../../shared/texts/text.ts'
import { type ToastData, ToastRegion } from '../../ui/Toast.tsx'
import { awayClosed, failureClosed, listOpened, selectInbox } from './inboxSlice.ts'
import { closeToast, reconnectStream } from './live.ts'
import type { StreamErrorKind } from './parseStreamEvent.ts'
import { useOpenNotification } from './useOpenNotification.ts'

const failureId = 'stream'
const awayId = 'away'
const calculationsId = 'calculations'

type ToastActions = {
  t: (text: Text) => string
  navigate: NavigateFunction
  open: (notification: NotificationRead) => void
}

function toToast(notification: NotificationRead, { t, navigate, open }: ToastActions): ToastData {
  const { id, type, title, message } = notification
  const { label, tone, priority, actions } = findKind(type)
  return {
    id,
    tone,
    kind: label,
    title: typographer(title),
    text: <span className="nt-toast-text">{typographer(message)}</span>,
    duration: toastDuration[priority],
    urgent: priority === 'urgent',
    actions: actions.map((action) => ({
      label: t(action.label),
      onSelect: () => {
        if (!('to' in action) || !action.to) return
        open(notification)
        navigate(action.to)
      },
    })),
  }
}

function useStreamErrorToast(): ToastData | null {
  const t = useText()
  const dispatch = useAppDispatch()
  const { failure, isFailureClosed } = useAppSelector(selectInbox)
  if (!failure || isFailureClosed) return null
  const createAction = (problem: StreamErrorKind) =>
    problem === 'unreachable'
      ? { label: stream.retry, onSelect: () => reconnectStream() }
      : { label: stream.signIn, onSelect: () => dispatch(signInRequested()) }
  return {
    id: failureId,
    tone: 'bad',
    kind: stream.kind,
    title: t(stream[failure]),
    duration: null,
    urgent: true,
    actions: [createAction(failure)],
  }
}

function useAwayToast(): ToastData | null {
  const dispatch = useAppDispatch()
  const { away } = useAppSelector(selectInbox)
  if (away === null) return null
  return {
    id: awayId,
    tone: 'none',
    kind: texts.away,
    title: texts.awayTitle(away.count),
    text: texts.awayText(typographer(away.important.title)),
    duration: null,
    actions: [{ label: texts.awayShow, onSelect: () => dispatch(listOpened()) }],
  }
}

/** Moves calculations that were saved before the sign-in to the account, and says so. */
function useGuestCalculationsToast() {
  const navigate = useNavigate()
  const { claimed, left, close } = useGuestCalculationsClaim()
  const toast: ToastData | null =
    claimed + left === 0
      ? null
      : {
          id: calculationsId,
          tone: claimed > 0 ? 'ok' : 'warn',
          kind: calculationTexts.kind,
          title: claimed > 0 ? calculationTexts.claimed(claimed) : calculationTexts.full,
          text: left > 0 ? calculationTexts.left(left) : undefined,
          duration: left > 0 ? null : limits.highPriorityDuration,
          actions: [
            {
              label: calculationTexts.show,
              onSelect: () => navigate(anchors.savedCalculations),
            },
          ],
        }
  return { toast, close }
}

export function Toasts() {
  const t = useText()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const open = useOpenNotification()
  const { toasts } = useAppSelector(selectInbox)
  const calculations = useGuestCalculationsToast()
  const stateToasts = [useStreamErrorToast(), useAwayToast(), calculations.toast].filter(
    (toast) => toast !== null,
  )

  function onClosed(id: string) {
    if (id === failureId) dispatch(failureClosed())
    else if (id === awayId) dispatch(awayClosed())
    else if (id === calculationsId) calculations.close()
    else closeToast(id)
  }

  return (
    <ToastRegion
      label={texts.region}
      maximum={limits.maximum}
      more={(hidden) => t(texts.more(hidden))}
      toasts={[...stateToasts, ...toasts.map((toast) => toToast(toast, { t, navigate, open }))]}
      onClosed={onClosed}
    />
  )
}
