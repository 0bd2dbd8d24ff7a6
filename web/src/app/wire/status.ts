// Generated from docs/openapi/status.json by pnpm codegen; do not edit.

export type HealthRead = {
  services: {
    [key: string]: string;
  };
  status: string;
};
export type Accepted = {
  accepted: number;
  success?: true;
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
export type ItemsAuditRead = {
  items: AuditRead[];
  success?: true;
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
export type ItemsIncidentRead = {
  items: IncidentRead[];
  success?: true;
  total: number;
};
export type ItemIncidentRead = {
  item: IncidentRead;
  success?: true;
};
export type IncidentCreate = {
  affectedServices?: (
    "website" | "api" | "database" | "auth" | "storage" | "email"
  )[];
  description?: string;
  message?: string | null;
  severity: "critical" | "major" | "minor";
  status?: "investigating" | "identified" | "monitoring" | "resolved";
  title: string;
};
export type Done = {
  success?: true;
};
export type IncidentChange = {
  affectedServices?:
    ("website" | "api" | "database" | "auth" | "storage" | "email")[] | null;
  description?: string | null;
  message?: string | null;
  severity?: ("critical" | "major" | "minor") | null;
  status?: ("investigating" | "identified" | "monitoring" | "resolved") | null;
  title?: string | null;
  version?: number | null;
};
export type UpdateCreate = {
  message: string;
  status: "investigating" | "identified" | "monitoring" | "resolved";
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
export type ItemsLogGroupRead = {
  items: LogGroupRead[];
  success?: true;
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
export type ItemsLogEntryRead = {
  items: LogEntryRead[];
  success?: true;
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
export type ItemsMaintenanceRead = {
  items: MaintenanceRead[];
  success?: true;
  total: number;
};
export type ItemMaintenanceRead = {
  item: MaintenanceRead;
  success?: true;
};
export type MaintenanceCreate = {
  affectedServices?: (
    "website" | "api" | "database" | "auth" | "storage" | "email"
  )[];
  description?: string;
  /** A year from 1900 to 2999. */
  scheduledEnd: string;
  /** A year from 1900 to 2999. */
  scheduledStart: string;
  title: string;
};
export type MaintenanceChange = {
  affectedServices?:
    ("website" | "api" | "database" | "auth" | "storage" | "email")[] | null;
  description?: string | null;
  scheduledEnd?: string | null;
  scheduledStart?: string | null;
  status?: ("verifying" | "completed") | null;
  title?: string | null;
  version?: number | null;
};
export type IncidentsRead = {
  data: IncidentRead[];
  success?: true;
};
export type MaintenanceList = {
  data: MaintenanceRead[];
  success?: true;
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
  success?: true;
  uptimeRule: string;
};
export type SubscribeAnswer = {
  message?: string;
  success?: true;
};
export type Subscribe = {
  consent: true;
  email: string;
  website?: string;
};
export type LinkAnswer = {
  message: string;
  success?: true;
};
export type SummaryRead = {
  generatedAt: string;
  message: string;
  openIncidents: number;
  services: {
    [key: string]: string;
  };
  status: string;
  success?: true;
};
export type VersionRead = {
  version: string;
};
