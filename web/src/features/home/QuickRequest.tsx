import { useSearchParams } from 'react-router'
import { useSettings } from '../../api/settings.ts'
import { LeadForm } from '../../shared/form/LeadForm.tsx'
import { quickRequest as texts } from '../../shared/texts/homeSections.ts'
import { Station } from '../../ui/journey/JourneySection.tsx'
import './QuickRequest.css'

/** The request form at the last station of the journey line, Moscow. */
export default function QuickRequest() {
  const { workingHours } = useSettings()
  const { about, detachCalculation } = useLinkedRequest()
  return (
    <section
      id="quick-request"
      className="section page halves home-request"
      aria-labelledby="quick-request-title"
    >
      <Station name="38° Москва" live />
      <div>
        <h2 id="quick-request-title">{texts.title}</h2>
        <p className="ink2 home-request-lead">{texts.lead}</p>
        <ul className="rows home-promises">
          {texts.promises.map(({ value, text }, index) => (
            <li key={value}>
              <b className="strong">{value}</b>
              <span className="ink2">{index === 0 ? `${text}. ${workingHours}` : text}</span>
            </li>
          ))}
        </ul>
      </div>
      <LeadForm
        id="request"
        label={texts.form}
        messageHint={texts.messageHint}
        messageRows={4}
        about={about}
        onDetachCalculation={detachCalculation}
      />
    </section>
  )
}

const kinds = ['selection', 'consultation', 'calculation', 'order', 'trade_in', 'callback'] as const
const uuid = /^[0-9a-f-]{36}$/i

/** The parameters of a link to the quick request: its kind, and the id of a saved calculation. */
function useLinkedRequest() {
  const [searchParams, setSearchParams] = useSearchParams()
  const calculation = searchParams.get('calculation') ?? ''
  const about = {
    kind: kinds.find((kind) => kind === searchParams.get('kind')) ?? ('consultation' as const),
    calculation_id: uuid.test(calculation) ? calculation : undefined,
  }

  function detachCalculation() {
    const rest = new URLSearchParams(searchParams)
    rest.delete('calculation')
    setSearchParams(rest, { replace: true, preventScrollReset: true })
  }

  return { about, detachCalculation }
}
