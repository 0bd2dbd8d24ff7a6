// Generated from docs/openapi/notifications.json by pnpm codegen; do not edit.

export type ListNotificationsApiResponse =
  /** status 200 Successful Response */ InboxPage;
export type ListNotificationsApiArg = {
  limit?: number;
  offset?: number;
  type?: string | null;
  isRead?: boolean | null;
  search?: string | null;
};
export type PreviewAudienceApiResponse =
  /** status 200 Successful Response */ AudiencePreview;
export type PreviewAudienceApiArg = {
  audienceRequest: AudienceRequest;
};
export type ListCampaignsApiResponse =
  /** status 200 Successful Response */ CampaignPage;
export type ListCampaignsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("scheduled" | "sending" | "sent" | "cancelled") | null;
  search?: string | null;
  sort?: "-created_at" | "scheduled_at" | "-scheduled_at" | "title" | "-title";
};
export type CancelCampaignApiResponse =
  /** status 200 Successful Response */ CampaignAnswer;
export type CancelCampaignApiArg = {
  campaignId: string;
};
export type ReadCampaignApiResponse =
  /** status 200 Successful Response */ CampaignAnswer;
export type ReadCampaignApiArg = {
  campaignId: string;
};
export type ListSegmentsApiResponse =
  /** status 200 Successful Response */ SegmentList;
export type ListSegmentsApiArg = void;
export type SendCampaignApiResponse =
  /** status 202 Successful Response */ CampaignAnswer;
export type SendCampaignApiArg = {
  campaignSend: CampaignSend;
};
export type ReadStatsApiResponse =
  /** status 200 Successful Response */ StatsAnswer;
export type ReadStatsApiArg = void;
export type ListTemplatesApiResponse =
  /** status 200 Successful Response */ TemplateList;
export type ListTemplatesApiArg = void;
export type ResetTemplateApiResponse =
  /** status 200 Successful Response */ TemplateAnswer;
export type ResetTemplateApiArg = {
  key: string;
};
export type ChangeTemplateApiResponse =
  /** status 200 Successful Response */ TemplateAnswer;
export type ChangeTemplateApiArg = {
  key: string;
  templateChange: TemplateChange;
};
export type SendCampaignToSelfApiResponse =
  /** status 200 Successful Response */ TestAnswer;
export type SendCampaignToSelfApiArg = {
  messageSend: MessageSend;
};
export type ClearNotificationsApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type ClearNotificationsApiArg = void;
export type DeleteSelectedNotificationsApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type DeleteSelectedNotificationsApiArg = {
  selection: Selection;
};
export type MarkAllNotificationsReadApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type MarkAllNotificationsReadApiArg = void;
export type MarkSelectedNotificationsReadApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type MarkSelectedNotificationsReadApiArg = {
  selection: Selection;
};
export type ReadPreferencesApiResponse =
  /** status 200 Successful Response */ PreferencesAnswer;
export type ReadPreferencesApiArg = void;
export type ChangePreferencesApiResponse =
  /** status 200 Successful Response */ PreferencesAnswer;
export type ChangePreferencesApiArg = {
  preferencesChange: PreferencesChange;
};
export type ReadPushKeyApiResponse =
  /** status 200 Successful Response */ PushKeyAnswer;
export type ReadPushKeyApiArg = void;
export type RemovePushSubscriptionApiResponse =
  /** status 200 Successful Response */ Done;
export type RemovePushSubscriptionApiArg = {
  pushUnsubscribe: PushUnsubscribe;
};
export type AddPushSubscriptionApiResponse =
  /** status 200 Successful Response */ Done;
export type AddPushSubscriptionApiArg = {
  pushSubscribe: PushSubscribe;
};
export type ShowUnsubscribePageApiResponse =
  /** status 200 Successful Response */ string;
export type ShowUnsubscribePageApiArg = {
  token: string;
};
export type UnsubscribeFromEmailsApiResponse =
  /** status 200 Successful Response */ Done;
export type UnsubscribeFromEmailsApiArg = {
  token: string;
};
export type ConfirmUnsubscribeApiResponse =
  /** status 200 Successful Response */ string;
export type ConfirmUnsubscribeApiArg = {
  token: string;
};
export type DeleteNotificationApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type DeleteNotificationApiArg = {
  notificationId: string;
};
export type MarkNotificationReadApiResponse =
  /** status 200 Successful Response */ InboxChanged;
export type MarkNotificationReadApiArg = {
  notificationId: string;
};
export type StreamNotificationsApiResponse =
  /** status 200 Successful Response */ string;
export type StreamNotificationsApiArg = {
  userId?: string | null;
  token?: string | null;
  lastEventId?: string | null;
};
export type ActionRead = {
  label: string;
  url: string | null;
};
export type NotificationRead = {
  actions: ActionRead[];
  autoClose: boolean;
  created_at: string;
  data: {
    [key: string]: any;
  };
  duration: number;
  id: string;
  is_read: boolean;
  message: string;
  priority: "urgent" | "high" | "normal" | "low";
  read_at: string | null;
  title: string;
  type: string;
  user_id: string;
};
export type InboxPage = {
  notifications: NotificationRead[];
  revision: number;
  total: number;
  unread_count: number;
};
export type FieldProblem = {
  field: string;
  message: string;
};
export type Problem = {
  code: string;
  detail: string;
  error: string;
  errors?: FieldProblem[] | null;
  message: string;
  request_id?: string | null;
  status: number;
  success?: boolean;
  title: string;
  type?: string;
};
export type AudiencePreview = {
  channels: {
    [key: string]: number;
  };
  recipients: number;
  sample: string[];
  success?: boolean;
};
export type Audience = {
  all?: true | null;
  role?: ("user" | "staff" | "admin") | null;
  segment?: string | null;
  user_ids?: string[] | null;
};
export type AudienceRequest = {
  audience: Audience;
  channels?: ("in_app" | "email" | "push")[];
  type?:
    "booking" | "payment" | "maintenance" | "promotion" | "system" | "security";
};
export type Figures = {
  delivered?: number;
  failed?: number;
  queued?: number;
  read?: number;
  recipients?: number;
};
export type CampaignRead = {
  audience: {
    [key: string]: any;
  };
  channels: ("in_app" | "email" | "push")[];
  created_at: string;
  created_by: string | null;
  data: {
    [key: string]: any;
  };
  delivered: number;
  failed: number;
  finished_at: string | null;
  id: string;
  message: string;
  read: number;
  recipients: number;
  scheduled_at: string;
  started_at: string | null;
  stats: {
    [key: string]: Figures;
  };
  status: "scheduled" | "sending" | "sent" | "cancelled";
  title: string;
  type: string;
};
export type CampaignPage = {
  campaigns: CampaignRead[];
  success?: boolean;
  total: number;
};
export type CampaignAnswer = {
  campaign: CampaignRead;
  success?: boolean;
};
export type SegmentRead = {
  key: string;
  recipients: number;
  title: string;
};
export type SegmentList = {
  items: SegmentRead[];
  success?: boolean;
};
export type CampaignSend = {
  audience: Audience;
  channels?: ("in_app" | "email" | "push")[];
  data?: {
    [key: string]: any;
  } | null;
  idempotency_key?: string | null;
  message: string;
  scheduled_at?: string | null;
  title: string;
  type:
    "booking" | "payment" | "maintenance" | "promotion" | "system" | "security";
};
export type ChannelTraffic = {
  backlog: number;
  failed: number;
  sent: number;
};
export type StatsAnswer = {
  backlog: number;
  campaigns_in_progress: number;
  channels: {
    [key: string]: ChannelTraffic;
  };
  live_connections: number;
  people_online: number;
  replicas: number;
  sent_per_hour: number;
  success?: boolean;
};
export type TemplateRead = {
  is_changed: boolean;
  key: string;
  message: string;
  title: string;
  type: string;
  variables: string[];
  version: number;
};
export type TemplateList = {
  items: TemplateRead[];
  success?: boolean;
};
export type TemplateAnswer = {
  item: TemplateRead;
  success?: boolean;
};
export type TemplateChange = {
  message: string;
  title: string;
  version?: number | null;
};
export type TestAnswer = {
  notification: NotificationRead | null;
  success?: boolean;
};
export type MessageSend = {
  channels?: ("in_app" | "email" | "push")[];
  data?: {
    [key: string]: any;
  } | null;
  message: string;
  title: string;
  type:
    "booking" | "payment" | "maintenance" | "promotion" | "system" | "security";
};
export type InboxChanged = {
  changed: number;
  revision: number;
  success?: boolean;
  unread_count: number;
};
export type Selection = {
  ids: string[];
};
export type ChannelsRead = {
  email: boolean;
  in_app: boolean;
  push: boolean;
};
export type QuietHours = {
  from: string;
  timezone?: string;
  to: string;
};
export type PreferencesRead = {
  booking: ChannelsRead;
  maintenance: ChannelsRead;
  payment: ChannelsRead;
  promotion: ChannelsRead;
  quiet_hours: QuietHours | null;
  security: ChannelsRead;
  system: ChannelsRead;
};
export type PreferencesAnswer = {
  preferences: PreferencesRead;
  success?: boolean;
};
export type ChannelsChange = {
  email?: boolean | null;
  in_app?: boolean | null;
  push?: boolean | null;
};
export type SecurityChange = {
  email?: boolean | null;
  in_app?: boolean | null;
  push?: boolean | null;
};
export type PreferencesChange = {
  booking?: ChannelsChange | null;
  maintenance?: ChannelsChange | null;
  payment?: ChannelsChange | null;
  promotion?: ChannelsChange | null;
  quiet_hours?: QuietHours | null;
  security?: SecurityChange | null;
  system?: ChannelsChange | null;
};
export type PushKeyAnswer = {
  public_key: string;
  success?: boolean;
};
export type Done = {
  success?: boolean;
};
export type PushUnsubscribe = {
  endpoint: string;
};
export type PushKeys = {
  auth: string;
  p256dh: string;
};
export type PushSubscribe = {
  endpoint: string;
  keys: PushKeys;
};
