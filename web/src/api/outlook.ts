// The next changes of a car's customs payments, and their sums in the past 12 months. The request changes
// nothing on the server, so it is a query.

import { calls } from './calls.ts'
import { injectCalls } from './endpoints.ts'
import type { OutlookRead, OutlookRequest } from './wire/calculator.ts'

// Values for fields that a response may lack, so that the others are still shown.
const emptyOutlook = { changes: [], history: [], editions: [] }

export const { useGetOutlookQuery } = injectCalls(({ build }) => ({
  getOutlook: build.query<OutlookRead, OutlookRequest>({
    query: (body) => ({ url: calls.outlook, method: 'POST', body }),
    transformResponse: (outlook: OutlookRead) => ({ ...emptyOutlook, ...outlook }),
  }),
}))
