import { useSearchParams } from 'react-router'

const kinds = ['selection', 'consultation', 'calculation', 'order', 'trade_in', 'callback'] as const
const uuid = /^[0-9a-f-]{36}$/i

/** The parameters of a link to the quick request: the kind of request, a saved calculation. */
export function useLinkedRequest() {
  const [search] = useSearchParams()
  const calculation = search.get('calculation') ?? ''
  return {
    kind: kinds.find((kind) => kind === search.get('kind')) ?? ('consultation' as const),
    calculation_id: uuid.test(calculation) ? calculation : undefined,
  }
}
