// The orders of the customer, their documents, and the public links to them.

import { calls } from '../../../api/calls.ts'
import { injectCalls } from '../../../api/endpoints.ts'
import { rowTags } from '../../../api/tags.ts'
import { wholeList } from '../../../shared/limits.ts'
import { createFileBody } from '../uploads.ts'
import { fillOrder, fillOrderSummary, fillSharedOrder } from './orderDefaults.ts'

export const ordersApi = injectCalls(({ build, get, post, put, remove }) => ({
  getMyOrders: get(
    () => ({ url: calls.orders, params: { limit: wholeList } }),
    (answer) => rowTags('Order', answer?.orders),
    (answer) => ({ ...answer, orders: answer.orders.map(fillOrderSummary) }),
  ),
  getMyOrder: get(
    calls.order,
    (_answer, _error, id) => [{ type: 'Order', id }],
    (answer) => ({ ...answer, order: fillOrder(answer.order) }),
  ),
  uploadDocument: put(
    ({ order, document, file }: { order: string; document: string; file: File }) => ({
      url: calls.documentFile(order, document),
      body: createFileBody(file, file.name),
    }),
    (_answer, _error, { order }) => [{ type: 'Order', id: order }],
  ),
  shareOrder: post(({ order, days }: { order: string; days: number }) => ({
    url: calls.orderShare(order),
    body: { days },
  })),
  stopSharingOrder: remove(calls.orderShare),
  getSharedOrder: get(calls.sharedOrder, [], (answer) => ({
    ...answer,
    order: fillSharedOrder(answer.order),
  })),
  /** Downloads a private file and returns an object URL, which is valid in this page only. */
  fetchFile: build.mutation<string, string>({
    query: (url) => ({
      url,
      responseHandler: async (answer) =>
        answer.ok ? URL.createObjectURL(await answer.blob()) : answer.text(),
    }),
  }),
}))

export const {
  useGetMyOrdersQuery,
  useGetMyOrderQuery,
  useUploadDocumentMutation,
  useShareOrderMutation,
  useStopSharingOrderMutation,
  useGetSharedOrderQuery,
  useFetchFileMutation,
} = ordersApi
