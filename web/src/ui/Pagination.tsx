import { formatNumber } from '../lib/numbers.ts'
import { formatTotal } from '../lib/totals.ts'
import { Button } from './Button.tsx'
import './Pagination.css'
import { uiTexts } from './texts.ts'

type PaginationProps = {
  /** Starts at 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

export function Pagination({ page, pageSize, total, onPage }: PaginationProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  return (
    <nav className="ui-pager" aria-label={uiTexts.pages}>
      <span className="mute num" role="status">
        {`${formatNumber(from)}–${formatNumber(to)} из ${formatTotal(total)}`}
      </span>
      <span className="btns">
        <Button variant="text" small disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {uiTexts.back}
        </Button>
        <Button variant="text" small disabled={page >= last} onClick={() => onPage(page + 1)}>
          {uiTexts.next}
        </Button>
      </span>
    </nav>
  )
}
