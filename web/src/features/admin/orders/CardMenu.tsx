// The menu of a card of the board. It offers the same move as dragging and the keyboard, also on touch screens.

import { useState } from 'react'
import { Link } from 'react-router'
import type { CardRead } from '../../../api/wire/content.ts'
import { board, columnLabels } from '../../../shared/texts/adminBoard.ts'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { buildSectionPath } from '../sectionPaths.ts'

type Props = { card: CardRead; onMove: (card: CardRead) => void }

export function CardMenu({ card, onMove }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={board.actions(card.number)}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button small variant="text" aria-label={board.actions(card.number)}>
          {board.more}
        </Button>
      }
    >
      <div className="ad-board-menu">
        {card.next_step && (
          <Button
            small
            onClick={() => {
              setOpen(false)
              onMove(card)
            }}
          >
            {board.moveTo(columnLabels[card.next_step])}
          </Button>
        )}
        <Link to={`${buildSectionPath('orders')}?item=${card.id}`}>{board.openOrder}</Link>
        <Link to={`${buildSectionPath('conversations')}?item=${card.id}`}>
          {board.openConversation}
        </Link>
        {card.user_id && (
          <Link to={`${buildSectionPath('users')}?item=${card.user_id}`}>{board.openCustomer}</Link>
        )}
      </div>
    </Popover>
  )
}
