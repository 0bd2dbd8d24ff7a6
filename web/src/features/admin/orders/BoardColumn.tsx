// A column of the board of orders: one page of its cards and the total number of cards.

import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { CardRead } from '../../../api/wire/content.ts'
import { formatDay, formatShortDay } from '../../../lib/dates.ts'
import { bindModelName } from '../../../lib/modelNames.ts'
import { formatTotal } from '../../../lib/totals.ts'
import { board, columnLabels } from '../../../shared/texts/adminBoard.ts'
import { Button } from '../../../ui/Button.tsx'
import { joinClasses } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { icons } from '../../../ui/icons.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { buildSectionPath } from '../sectionPaths.ts'
import type { BoardColumnKey } from './boardKeys.ts'
import type { BoardCardRead } from './boardMoves.ts'
import { CardMenu } from './CardMenu.tsx'
import { boardPageSize, type ShownColumn } from './useBoardColumns.ts'

/** State and handlers that the cards of all columns share. */
export type BoardHandlers = {
  /** The card that is being dragged, or was lifted with the space bar. */
  taken: CardRead | null
  onTake: (card: CardRead | null) => void
  /** Asks whether to move the card to its next step. */
  onMove: (card: CardRead) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, card: CardRead) => void
}

type Props = {
  column: BoardColumnKey
  content: ShownColumn
  handlers: BoardHandlers
}

export function BoardColumn({ column, content, handlers }: Props) {
  const { taken, onTake, onMove } = handlers
  const { cards, page, pageCount, setPage } = content
  const name = columnLabels[column]
  const isTarget = taken?.next_step === column
  return (
    <section
      className={joinClasses(
        'ad-board-column',
        isTarget && 'is-target',
        taken && !isTarget && 'is-shut',
      )}
      data-column={column}
      aria-label={board.columnLabel(name, cards?.total ?? 0)}
      onDragOver={(event) => {
        if (!isTarget) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      }}
      onDrop={(event) => {
        event.preventDefault()
        if (taken && isTarget) onMove(taken)
        onTake(null)
      }}
    >
      <h3 className="ad-board-head">
        {name} <span className="mute num">{cards?.total}</span>
        {cards && cards.late > 0 && <Tag tone="warn">{board.lateCount(cards.late)}</Tag>}
      </h3>
      {cards && (
        <ol className="ad-board-cards">
          {cards.items.map((card) => (
            <BoardCard key={card.id} card={card} handlers={handlers} />
          ))}
        </ol>
      )}
      {!cards && content.hasFailed && (
        <div className="stack-8">
          <p className="s failure">{board.failed}</p>
          <Button small variant="line" onClick={() => content.retry()}>
            {board.retry}
          </Button>
        </div>
      )}
      {!cards && !content.hasFailed && (
        <Loading label={board.loading}>
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </Loading>
      )}
      {cards?.items.length === 0 && <p className="s mute">{board.empty}</p>}
      {cards && cards.total > boardPageSize && (
        <div className="row ad-board-pages">
          <IconButton
            icon={icons.left}
            label={board.earlier(name)}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          />
          <span className="s num">
            {board.pages(
              (page - 1) * boardPageSize + 1,
              Math.min(page * boardPageSize, cards.total),
              formatTotal(cards.total),
            )}
          </span>
          <IconButton
            icon={icons.right}
            label={board.later(name)}
            disabled={page === pageCount}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </section>
  )
}

function BoardCard({ card, handlers }: { card: BoardCardRead; handlers: BoardHandlers }) {
  const { taken, onTake, onMove, onKeyDown } = handlers
  return (
    <li
      className={joinClasses('ad-board-card', taken?.id === card.id && 'is-taken')}
      draggable={card.next_step !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', card.number)
        onTake(card)
      }}
      onDragEnd={() => onTake(null)}
    >
      <div className="row ad-board-card-head">
        <Link
          className="num"
          to={`${buildSectionPath('orders')}?item=${card.id}`}
          data-card={card.id}
          draggable={false}
          onKeyDown={(event) => onKeyDown(event, card)}
        >
          {card.number}
        </Link>
        <CardMenu card={card} onMove={onMove} />
      </div>
      <p>{bindModelName(card.title)}</p>
      <p className="s mute">{card.user_name ?? board.erased}</p>
      <p className="s mute">{card.assignee_name ?? board.noManager}</p>
      <p className="s num">{describeState(card)}</p>
      {card.days_late > 0 && <Tag tone="warn">{board.late(card.days_late)}</Tag>}
      {card.unread > 0 && <Tag tone="info">{board.unread(card.unread)}</Tag>}
    </li>
  )
}

function describeState(card: BoardCardRead): string {
  if (card.isMoving) return board.inStep(0)
  if (card.next_step === null) return board.doneAt(formatDay(card.step_since))
  return `${board.inStep(card.days_in_step)}, ${board.planned(formatShortDay(card.planned_to))}`
}
