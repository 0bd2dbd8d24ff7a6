// The orders of the customer, their documents, and the public links to them.

import { rowTags } from '../../app/api/tags.ts'
import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { wholeList } from '../../app/limits.ts'
import type {
  DocumentAnswer,
  Done,
  OrderAnswer,
  OrderList,
  ShareAnswer,
  SharedAnswer,
} from '../../app/wire/content.ts'
import { fillOrder, fillOrderSummary, fillSharedOrder } from './orderDefaults.ts'
import { fileBody } from './uploads.ts'

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyOrders: build.query<OrderList, void>({
      query: () => ({ url: calls.orders, params: { limit: wholeList } }),
      transformResponse: (answer: OrderList) => ({
        ...answer,
        orders: answer.orders.map(fillOrderSummary),
      }),
      providesTags: (answer) => rowTags('Order', answer?.orders),
    }),
    getMyOrder: build.query<OrderAnswer, string>({
      query: (id) => calls.order(id),
      transformResponse: (answer: OrderAnswer) => ({ ...answer, order: fillOrder(answer.order) }),
      providesTags: (_answer, _error, id) => [{ type: 'Order', id }],
    }),
    uploadDocument: build.mutation<DocumentAnswer, { order: string; document: string; file: File }>(
      {
        query: ({ order, document, file }) => ({
          url: calls.documentFile(order, document),
          method: 'PUT',
          body: fileBody(file, file.name),
        }),
        invalidatesTags: (_answer, _error, { order }) => [{ type: 'Order', id: order }],
      },
    ),
    shareOrder: build.mutation<ShareAnswer, { order: string; days: number }>({
      query: ({ order, days }) => ({
        url: calls.orderShare(order),
        method: 'POST',
        body: { days },
      }),
    }),
    stopSharingOrder: build.mutation<Done, string>({
      query: (order) => ({ url: calls.orderShare(order), method: 'DELETE' }),
    }),
    getSharedOrder: build.query<SharedAnswer, string>({
      query: (token) => calls.sharedOrder(token),
      transformResponse: (answer: SharedAnswer) => ({
        ...answer,
        order: fillSharedOrder(answer.order),
      }),
    }),
    /** Downloads a private file and returns an object URL of it, valid in this page only. */
    fetchFile: build.mutation<string, string>({
      query: (url) => ({
        url,
        responseHandler: async (answer) =>
          answer.ok ? URL.createObjectURL(await answer.blob()) : answer.text(),
      }),
    }),
  }),
})

export const {
  useGetMyOrdersQuery,
  useGetMyOrderQuery,
  useUploadDocumentMutation,
  useShareOrderMutation,
  useStopSharingOrderMutation,
  useGetSharedOrderQuery,
  useFetchFileMutation,
} = ordersApi
