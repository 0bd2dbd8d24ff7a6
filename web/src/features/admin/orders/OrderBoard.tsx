// The board of orders: a column for each step. A card is moved by dragging, by the keyboard or by its menu, and
// only to the next step. A dialog first shows the message to the buyer and asks for confirmation.

import { type KeyboardEvent, useRef, useState } from 'react'
import type { CardRead } from '../../../api/wire/content.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { useListParams } from '../../../shared/list/useListParams.ts'
import { board, columnLabels } from '../../../shared/texts/adminBoard.ts'
import { adminList } from '../../../shared/texts/adminList.ts'
import { frameIcons } from '../../../ui/frameIcons.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { AssigneeFilter } from '../list/AssigneeFilter.tsx'
import { findSearchParamChanges } from '../list/listParameters.ts'
import { SavedFilters } from '../list/SavedFilters.tsx'
import { BoardColumn, type BoardHandlers } from './BoardColumn.tsx'
import { type BoardColumnKey, boardColumns, findCardInDirection } from './boardKeys.ts'
import { type CardMove, createMove } from './boardMoves.ts'
import { MoveDialog, type MoveOutcome } from './MoveDialog.tsx'
import { type BoardFilters, type ShownColumn, useBoardColumns } from './useBoardColumns.ts'

export function OrderBoard() {
  const { read } = useListParams()
  const filters: BoardFilters = {
    assignee_id: read('assignee_id') || undefined,
    late: read('late') || undefined,
  }
  const boardElement = useRef<HTMLDivElement>(null)
  const [taken, setTaken] = useState<CardRead | null>(null)
  const [cardToMove, setCardToMove] = useState<CardRead | null>(null)
  const [moves, setMoves] = useState<readonly CardMove[]>([])
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [columnInView, setColumnInView] = useState<BoardColumnKey>('consultation')
  const columns = useBoardColumns(filters, moves)

  function askToMove(card: CardRead) {
    setTaken(null)
    setOutcome(null)
    setCardToMove(card)
  }

  /** Shows a card in its next column, before the server has answered. */
  function showMove(card: CardRead) {
    const move = createMove(card, Date.now())
    if (move) setMoves((others) => [...others.filter(({ card: { id } }) => id !== card.id), move])
  }

  /** Undoes a refused move. A confirmed move stays until the columns are refetched. */
  function finishMove(card: CardRead, isConfirmed: boolean) {
    setMoves((all) =>
      isConfirmed
        ? all.map((move) => (move.card === card ? { ...move, confirmedAt: Date.now() } : move))
        : all.filter((move) => move.card !== card),
    )
  }

  function onCardKeyDown(event: KeyboardEvent<HTMLElement>, card: CardRead) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const isTaken = taken?.id === card.id
    if (event.key === ' ' && card.next_step) {
      event.preventDefault()
      if (isTaken) askToMove(card)
      else {
        setTaken(card)
        setAnnouncement(board.lifted(card.number, columnLabels[card.next_step]))
      }
    } else if (isTaken && (event.key === 'ArrowRight' || event.key === 'Enter')) {
      event.preventDefault()
      askToMove(card)
    } else if (isTaken && event.key === 'Escape') {
      setTaken(null)
      setAnnouncement(board.released(card.number))
    } else if (isTaken && event.key === 'ArrowLeft') {
      event.preventDefault()
      setAnnouncement(board.onlyForward(card.number))
    } else {
      const next = findCardInDirection(
        findCardElements(boardElement.current),
        event.currentTarget,
        event.key,
      )
      if (!next) return
      event.preventDefault()
      if (taken) setAnnouncement(board.released(taken.number))
      setTaken(null)
      next.focus()
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }

  function showOutcome(card: CardRead, result: MoveOutcome) {
    setOutcome(result)
    requestAnimationFrame(() =>
      findCardElement(boardElement.current, card)?.scrollIntoView({
        block: 'nearest',
        inline: 'nearest',
      }),
    )
  }

  const handlers: BoardHandlers = {
    taken,
    onTake: setTaken,
    onMove: askToMove,
    onKeyDown: onCardKeyDown,
  }
  return (
    <>
      <BoardTools />
      {/* The region stays, because screen readers announce only changes of a known one. */}
      <div role="status">
        {outcome && (
          <div className="row ad-outcome">
            <Note tone={outcome.tone}>{outcome.text}</Note>
            <IconButton
              icon={frameIcons.close}
              label={adminList.closeOutcome}
              onClick={() => setOutcome(null)}
            />
          </div>
        )}
      </div>
      <ColumnTabs columns={columns} columnInView={columnInView} boardElement={boardElement} />
      <section
        ref={boardElement}
        className="ad-board"
        aria-label={board.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
        tabIndex={0}
        onScroll={({ currentTarget }) => setColumnInView(findColumnInView(currentTarget))}
      >
        {boardColumns.map((column) => (
          <BoardColumn key={column} column={column} content={columns[column]} handlers={handlers} />
        ))}
      </section>
      <p className="s mute">{board.keys}</p>
      <p className="sr" aria-live="assertive">
        {announcement}
      </p>
      {cardToMove && (
        <MoveDialog
          card={cardToMove}
          findPlace={() =>
            findCardElement(boardElement.current, cardToMove) ?? boardElement.current
          }
          onStart={() => showMove(cardToMove)}
          onEnd={(isConfirmed) => finishMove(cardToMove, isConfirmed)}
          onClose={() => setCardToMove(null)}
          onOutcome={(result) => showOutcome(cardToMove, result)}
        />
      )}
    </>
  )
}

/** The links of the cards, by column. */
const findCardElements = (boardElement: HTMLElement | null) =>
  [...(boardElement?.querySelectorAll('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card]'),
  ])

/** The link of a card, if its column shows it. */
const findCardElement = (boardElement: HTMLElement | null, { id }: CardRead) =>
  boardElement?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null

/** The column whose left edge is nearest to the left edge of the board. */
function findColumnInView(boardElement: HTMLElement): BoardColumnKey {
  const width = boardElement.scrollWidth / boardColumns.length
  return boardColumns[Math.round(boardElement.scrollLeft / width)] ?? 'consultation'
}

const boardFilters = [
  { name: 'assignee_id', label: adminList.handledBy, options: [] },
  { name: 'late', label: board.plan, options: [] },
]

/** The filters of the board. Their values are in the URL, as in the lists. */
function BoardTools() {
  const { read, change } = useListParams()
  const parameters = Object.fromEntries(
    boardFilters.map(({ name }) => [name, read(name)]).filter(([, value]) => value),
  )
  return (
    <div className="ad-tools">
      <AssigneeFilter
        value={read('assignee_id')}
        onChange={(assignee_id) => change({ assignee_id })}
      />
      <Select
        small
        label={board.plan}
        options={[
          { value: '', label: adminList.every },
          { value: 'true', label: board.onlyLate },
          { value: 'false', label: board.inTime },
        ]}
        value={read('late')}
        onChange={(event) => change({ late: event.target.value })}
      />
      <div className="btns ad-tools-end">
        <SavedFilters
          parameters={parameters}
          onApply={(chosen) =>
            change(findSearchParamChanges(chosen, { filters: boardFilters }), { replace: false })
          }
        />
      </div>
    </div>
  )
}

type TabsProps = {
  columns: Readonly<Record<BoardColumnKey, ShownColumn>>
  columnInView: BoardColumnKey
  boardElement: { readonly current: HTMLElement | null }
}

/** The columns as buttons, for phones, which show one column at a time. */
function ColumnTabs({ columns, columnInView, boardElement }: TabsProps) {
  function open(column: BoardColumnKey) {
    boardElement.current
      ?.querySelector(`[data-column=${column}]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return (
    <nav className="ad-board-tabs" aria-label={board.columns}>
      {boardColumns.map((column) => {
        const { cards } = columns[column]
        return (
          <button
            key={column}
            type="button"
            className="plain"
            aria-current={column === columnInView || undefined}
            onClick={() => open(column)}
          >
            {columnLabels[column]}{' '}
            <span className="mute num">{cards ? formatNumber(cards.total) : ''}</span>
          </button>
        )
      })}
    </nav>
  )
}
