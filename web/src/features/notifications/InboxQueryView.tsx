import { QueryView, type QueryViewProps } from '../../app/QueryView.tsx'
import { lists } from '../../app/texts/notifications.ts'
import { useText } from '../../app/texts/text.ts'

type Props<Data> = Pick<QueryViewProps<Data>, 'query' | 'skeleton' | 'children'>

/** The states of a query for notifications; the skeleton marks itself busy. */
export function InboxQueryView<Data>(props: Props<Data>) {
  const t = useText()
  return (
    <QueryView
      errorTitle={t(lists.failed)}
      errorHint={lists.failedReason}
      renderError={(_error, note) => <div className="nt-error">{note}</div>}
      isSkeletonBusy
      {...props}
    />
  )
}
