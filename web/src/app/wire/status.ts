// Generated from docs/openapi/status.json by pnpm codegen; do not edit.

export type HealthRead = {
  services: {
    [key: string]: string;
  };
  status: string;
};
export type LogLine = {
  context?: string;
  data?: any;
  level: "debug" | "info" | "warn" | "warning" | "error" | "fatal";
  message: string;
  sessionId?: string | null;
  /** Not used: the id comes from the access token */
  userId?: string | null;
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
  entity_id: string;
  id: string;
};
export type AuditPage = {
  items: AuditRead[];
  success?: boolean;
  total: number;
};
export type UpdateRead = {
  message: string;
  status: string;
  timestamp: string;
};
export type IncidentRead = {
  affectedServices: string[];
  createdAt: string;
  description: string;
  id: string;
  isAutomatic: boolean;
  resolvedAt: string | null;
  severity: string;
  status: string;
  title: string;
  updates: UpdateRead[];
  version: number;
};
export type IncidentPage = {
  items: IncidentRead[];
  success?: boolean;
  total: number;
};
export type IncidentAnswer = {
  item: IncidentRead;
  success?: boolean;
};
export type Done = {
  success?: boolean;
};
export type LogGroupRead = {
  context: string;
  count: number;
  fingerprint: string;
  first_seen: string;
  last_seen: string;
  level: string;
  message: string;
};
export type LogGroups = {
  items: LogGroupRead[];
  success?: boolean;
  total: number;
};
export type LogEntryRead = {
  context: string;
  created_at: string;
  data: any;
  id: string;
  level: string;
  message: string;
  session_id: string | null;
  user_id: string | null;
};
export type LogEntries = {
  items: LogEntryRead[];
  success?: boolean;
  total: number;
};
export type MaintenanceRead = {
  affectedServices: string[];
  description: string;
  id: string;
  scheduledEnd: string;
  scheduledStart: string;
  status: string;
  title: string;
  version: number;
};
export type MaintenancePage = {
  items: MaintenanceRead[];
  success?: boolean;
  total: number;
};
export type MaintenanceAnswer = {
  item: MaintenanceRead;
  success?: boolean;
};
export type IncidentsRead = {
  data: IncidentRead[];
  success?: boolean;
};
export type MaintenanceList = {
  data: MaintenanceRead[];
  success?: boolean;
};
export type DayRead = {
  date: string;
  status: string;
  uptime: number | null;
};
export type ServiceRead = {
  checked_at: string | null;
  description: string;
  history: DayRead[];
  id: "website" | "api" | "database" | "auth" | "storage" | "email";
  latency_ms: number | null;
  /** Days of the history with measurements: what uptime is based on */
  measuredDays?: number;
  name: string;
  status: string;
  uptime: number | null;
};
export type ServicesRead = {
  data: ServiceRead[];
  generatedAt: string;
  isSnapshot?: boolean;
  success?: boolean;
  uptimeRule: string;
};
export type SubscribeAnswer = {
  message?: string;
  success?: boolean;
};
export type SummaryRead = {
  generatedAt: string;
  message: string;
  openIncidents: number;
  services: {
    [key: string]: string;
  };
  status: string;
  success?: boolean;
};
export type VersionRead = {
  version: string;
};
