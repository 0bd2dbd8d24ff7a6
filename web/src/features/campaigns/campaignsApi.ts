import { calls } from '../../api/calls.ts'
import { injectCalls } from '../../api/endpoints.ts'
import type {
  AudiencePreview,
  AudienceRequest,
  TemplateChange,
} from '../../api/wire/notifications.ts'
import { campaign as limits } from '../../shared/limits.ts'

export const campaignsApi = injectCalls(({ build, get, post, put, remove }) => ({
  getStats: get(calls.campaignStats),
  getSegments: get(calls.campaignSegments),
  /** A POST request that changes nothing on the server, so the response is cached. */
  previewAudience: build.query<AudiencePreview, AudienceRequest>({
    query: (body) => ({ url: calls.campaignAudience, method: 'POST', body }),
  }),
  findPeople: get((query: string) => ({
    url: calls.users,
    params: { query, limit: limits.usersFound },
  })),
  sendCampaign: post(calls.sendCampaign, ['Campaign']),
  testMessage: post(calls.campaignTest),
  cancelCampaign: remove(calls.campaign, ['Campaign']),
  getTemplates: get(calls.templates, ['Template']),
  // A stale version also refetches the templates, because they have changed on the server.
  changeTemplate: put(
    ({ key, wording }: { key: string; wording: TemplateChange }) => ({
      url: calls.template(key),
      body: wording,
    }),
    ['Template'],
  ),
  resetTemplate: remove(calls.template, ['Template']),
}))

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
