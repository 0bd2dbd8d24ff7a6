import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import type { ContactAnswer, ContactCreate } from '../../app/wire/content.ts'

export const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation<ContactAnswer, ContactCreate>({
      query: (body) => ({ url: calls.contact, method: 'POST', body }),
      invalidatesTags: ['Contact'],
    }),
  }),
})

export const { useSendContactMessageMutation } = contactsApi
