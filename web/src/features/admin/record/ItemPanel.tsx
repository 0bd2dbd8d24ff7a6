// The open record, beside its list or instead of the list: its details, its form and its actions.

import { type ReactNode, useRef, useState } from 'react'
import { useLayout } from '../../../platform/layout.ts'
import { discardUnsent } from '../../../platform/unsentInput.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { adminList } from '../../../shared/texts/adminList.ts'
import { frameIcons } from '../../../ui/frameIcons.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { RestoreFocusOnUnmount } from '../../../ui/lostFocus.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useItem } from '../adminApi.ts'
import { announceDone } from '../doneNoticeStore.ts'
import { createRecordRemoval } from '../list/commonActions.ts'
import type { Item, Section } from '../section.ts'
import { ActionButton } from './ActionButton.tsx'
import { ItemForm } from './ItemForm.tsx'

type Props<Row extends Item, Listed extends Item> = {
  section: Section<Row, Listed>
  id: string
  /** The record as the list returned it. */
  listed?: Listed
  onOpen: (id: string | null) => void
  /** The record takes the whole width and hides the list. */
  isWide?: boolean
}

/** The id in the URL while the form of a new record is open. */
export const newItemId = 'new'

export function ItemPanel<Row extends Item, Listed extends Item>(props: Props<Row, Listed>) {
  const { section, id, listed, onOpen, isWide } = props
  return (
    <aside
      className={isWide ? 'ad-panel is-wide' : 'ad-panel'}
      aria-label={id === newItemId ? section.newHeading : section.title}
    >
      <IconButton
        icon={frameIcons.close}
        label={adminList.close}
        className="ad-panel-close"
        onClick={() => onOpen(null)}
      />
      <ReturnFocus key={`from ${id}`} />
      {id === newItemId ? (
        <>
          <h3>{section.newHeading}</h3>
          <ItemForm<Row, Listed>
            source={section.source}
            fields={section.fields ?? []}
            item={null}
            label={section.newHeading ?? section.title}
            Preview={section.Preview}
            findSaveConfirmation={section.findSaveConfirmation}
            readiness={section.readiness}
            onCreated={(row) => {
              announceDone(adminList.added)
              onOpen(row.id)
            }}
          />
        </>
      ) : (
        <ExistingItem key={id} section={section} id={id} listed={listed} onOpen={onOpen} />
      )}
    </aside>
  )
}

/** Returns the focus to the row or button that opened the record, once it is closed. */
function ReturnFocus() {
  const [opener] = useState(
    () => document.activeElement?.closest<HTMLElement>('button, [data-row]') ?? null,
  )
  return <RestoreFocusOnUnmount restoreFocusTo={useRef(opener)} />
}

function ExistingItem<Row extends Item, Listed extends Item>({
  section,
  id,
  listed,
  onOpen,
}: Props<Row, Listed>) {
  const { source, Details, WideDetails, Actions, fields = [], canRemove } = section
  const query = useItem(source, id, listed)
  const isMobile = useLayout() === 'mobile'
  return (
    <QueryView
      query={query}
      errorTitle={adminList.itemFailed}
      isSkeletonBusy
      skeleton={
        <Loading label={adminList.loadingItem}>
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton height="14rem" />
        </Loading>
      }
    >
      {(item) => (
        <>
          <h3>{section.heading(item)}</h3>
          <div className={section.isPage ? 'ad-columns' : 'ad-column'}>
            <div className="ad-column">
              {Details && <Details row={item} />}
              <ItemForm
                source={source}
                fields={fields}
                item={item}
                label={section.heading(item)}
                Preview={section.Preview}
                findSaveConfirmation={section.findSaveConfirmation}
                readiness={section.readiness}
                onCreated={() => undefined}
              />
            </div>
            {orderForReading(
              isMobile,
              Actions && (
                <div key="actions" className="ad-column">
                  <Actions row={item} />
                </div>
              ),
              WideDetails && (
                <div key="wide" className="ad-beneath">
                  <WideDetails row={item} />
                </div>
              ),
            )}
          </div>
          {(typeof canRemove === 'function' ? canRemove(item) : canRemove) && (
            <div className="ad-danger">
              <ActionButton
                variant="danger"
                pendingLabel={adminList.removing}
                doneText={adminList.removed}
                change={createRecordRemoval(source, id)}
                confirmation={{
                  title: adminList.removeQuestion(section.heading(item)),
                  hint: section.describeRemoval?.(item) ?? adminList.removeHint,
                  confirm: adminList.remove,
                }}
                onDone={() => {
                  // The record is gone, so its unsaved changes need no question.
                  discardUnsent()
                  onOpen(null)
                }}
              >
                {adminList.remove}
              </ActionButton>
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}

/**
 * Puts the parts in visual order, because Tab follows the order of the DOM. On desktops the actions are
 * beside the data and `beneath` is below both; on phones the actions come last.
 */
const orderForReading = (isMobile: boolean, actions: ReactNode, beneath: ReactNode) =>
  isMobile ? [beneath, actions] : [actions, beneath]
