import { api } from '../../app/api.ts'
import { calls } from '../../app/calls.ts'
import { campaign as limits } from '../../app/limits.ts'
import type { Users } from '../../app/wire/auth.ts'
import type {
  AudiencePreview,
  AudienceRequest,
  CampaignAnswer,
  CampaignSend,
  MessageSend,
  SegmentList,
  StatsAnswer,
  TemplateChange,
  TemplateList,
  TestAnswer,
} from '../../app/wire/notifications.ts'

export const campaignsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<StatsAnswer, void>({ query: () => calls.campaignStats }),
    getSegments: build.query<SegmentList, void>({ query: () => calls.campaignSegments }),
    /** A POST that changes nothing, so its response is cached like that of a query. */
    previewAudience: build.query<AudiencePreview, AudienceRequest>({
      query: (body) => ({ url: calls.campaignAudience, method: 'POST', body }),
    }),
    findPeople: build.query<Users, string>({
      query: (query) => ({ url: calls.users, params: { query, limit: limits.usersFound } }),
    }),
    sendCampaign: build.mutation<CampaignAnswer, CampaignSend>({
      query: (body) => ({ url: calls.sendCampaign, method: 'POST', body }),
      invalidatesTags: ['Campaign'],
    }),
    testMessage: build.mutation<TestAnswer, MessageSend>({
      query: (body) => ({ url: calls.campaignTest, method: 'POST', body }),
    }),
    cancelCampaign: build.mutation<CampaignAnswer, string>({
      query: (id) => ({ url: calls.campaign(id), method: 'DELETE' }),
      invalidatesTags: ['Campaign'],
    }),
    getTemplates: build.query<TemplateList, void>({
      query: () => calls.templates,
      providesTags: ['Template'],
    }),
    changeTemplate: build.mutation<unknown, { key: string; wording: TemplateChange }>({
      query: ({ key, wording }) => ({ url: calls.template(key), method: 'PUT', body: wording }),
      // Also after a stale version: the template has changed on the server.
      invalidatesTags: ['Template'],
    }),
    resetTemplate: build.mutation<unknown, string>({
      query: (key) => ({ url: calls.template(key), method: 'DELETE' }),
      invalidatesTags: ['Template'],
    }),
  }),
})

export const {
  useGetStatsQuery,
  useGetSegmentsQuery,
  usePreviewAudienceQuery,
  useFindPeopleQuery,
  useSendCampaignMutation,
  useTestMessageMutation,
  useCancelCampaignMutation,
  useGetTemplatesQuery,
  useChangeTemplateMutation,
  useResetTemplateMutation,
} = campaignsApi
