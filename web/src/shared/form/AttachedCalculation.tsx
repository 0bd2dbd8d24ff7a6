import { Link } from 'react-router'
import { useGetCalculationQuery } from '../../api/calculations.ts'
import { Button } from '../../ui/Button.tsx'
import { pages } from '../paths.ts'
import { formatSumByPower } from '../sumByPower.ts'
import { leadForm as texts } from '../texts/leadForm.ts'

type Props = { id: string; onDetach: () => void }

/** The saved calculation that is sent with a request, and a button to remove it from the request. */
export default function AttachedCalculation({ id, onDetach }: Props) {
  const { data } = useGetCalculationQuery(id)
  return (
    <p className="row-wrap s">
      <Link to={pages.calculation(id)}>
        {data ? texts.withCalculation(formatSumByPower(data, 'total', 'text')) : texts.withSaved}
      </Link>
      <Button variant="text" small onClick={onDetach}>
        {texts.detach}
      </Button>
    </p>
  )
}
