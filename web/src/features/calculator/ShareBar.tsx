import { useState } from 'react'
import { Link } from 'react-router'
import { useSaveCalculationMutation } from '../../api/calculations.ts'
import { calls } from '../../api/calls.ts'
import type { CalculationRequest } from '../../api/wire/calculator.ts'
import { copyText } from '../../lib/clipboard.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { rememberGuestCalculation } from '../../shared/guestCalculations.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { result as texts } from '../../shared/texts/calculator.ts'
import { AnchorButton, Button } from '../../ui/Button.tsx'

/**
 * Saves the calculation under an unguessable URL, to share it, to get its PDF or to attach it to a request.
 */
export function ShareBar({ request }: { request: CalculationRequest }) {
  const [save, { data, error, isLoading }] = useSaveCalculationMutation()
  const [isCopied, setCopied] = useState(false)
  async function share() {
    const answer = await save(request)
    if (!answer.data) return
    rememberGuestCalculation(answer.data)
    setCopied(await copyText(location.origin + pages.calculation(answer.data.id)))
  }
  return (
    <div className="stack-8 no-print">
      <div className="btns">
        {!data && (
          <Button variant="line" onClick={share} pendingLabel={isLoading && texts.sharing}>
            {texts.share}
          </Button>
        )}
        {data && (
          <AnchorButton variant="line" href={calls.calculationPdf(data.id)} download>
            {texts.pdf}
          </AnchorButton>
        )}
        <Button variant="text" onClick={() => print()}>
          {texts.print}
        </Button>
        {data && (
          <Link
            to={{
              pathname: pages.home,
              search: `?calculation=${data.id}`,
              hash: anchors.quickRequest.slice(1),
            }}
          >
            {texts.request}
          </Link>
        )}
      </div>
      <p role="status" className="s">
        {data && (
          <>
            {isCopied ? texts.copied : texts.link}{' '}
            <Link to={pages.calculation(data.id)}>{pages.calculation(data.id)}</Link>
          </>
        )}
      </p>
      <ActionError error={error} fallback={texts.shareFailed} />
    </div>
  )
}
