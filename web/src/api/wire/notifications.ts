// Generated from docs/openapi/notifications.json by pnpm codegen; do not edit.

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
export type AudiencePreview = {
  channels: {
    [key: string]: number;
  };
  recipients: number;
  sample: string[];
  success?: true;
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
export type AuditRead = {
  action: string;
  actor_id: string;
  actor_name: string;
  address: string | null;
  at: string;
  changes: {
    [key: string]: any;
  };
  entity: string;
  entity_id: string | null;
  id: string;
};
export type ItemsAuditRead = {
  items: AuditRead[];
  success?: true;
  total: number;
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
  success?: true;
  total: number;
};
export type CampaignAnswer = {
  campaign: CampaignRead;
  success?: true;
};
export type SegmentRead = {
  key: string;
  recipients: number;
  title: string;
};
export type SegmentList = {
  items: SegmentRead[];
  success?: true;
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
  success?: true;
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
  success?: true;
};
export type ItemTemplateRead = {
  item: TemplateRead;
  success?: true;
};
export type TemplateChange = {
  message: string;
  title: string;
  version?: number | null;
};
export type TestAnswer = {
  notification: NotificationRead | null;
  success?: true;
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
  success?: true;
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
  success?: true;
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
  success?: true;
};
export type Done = {
  success?: true;
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
