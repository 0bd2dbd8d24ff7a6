// Generated from docs/openapi/status.json by pnpm codegen; do not edit.

export type ReceiveCspReportsApiResponse = unknown;
export type ReceiveCspReportsApiArg = {
  body: object | object[];
};
export type ReadHealthApiResponse =
  /** status 200 Successful Response */ HealthRead;
export type ReadHealthApiArg = void;
export type ReceiveLogsApiResponse =
  /** status 202 Successful Response */ Accepted;
export type ReceiveLogsApiArg = {
  body: LogLine | LogLine[];
};
export type ListStatusAuditEntriesApiResponse =
  /** status 200 Successful Response */ AuditPage;
export type ListStatusAuditEntriesApiArg = {
  limit?: number;
  offset?: number;
};
export type ListAllIncidentsApiResponse =
  /** status 200 Successful Response */ IncidentPage;
export type ListAllIncidentsApiArg = {
  limit?: number;
  offset?: number;
  status?: ("investigating" | "identified" | "monitoring" | "resolved") | null;
  severity?: ("critical" | "major" | "minor") | null;
  search?: string | null;
  sort?: "-created_at" | "created_at" | "title" | "-title";
};
export type OpenIncidentApiResponse =
  /** status 201 Successful Response */ IncidentAnswer;
export type OpenIncidentApiArg = {
  incidentCreate: IncidentCreate;
};
export type DeleteIncidentApiResponse =
  /** status 200 Successful Response */ Done;
export type DeleteIncidentApiArg = {
  id: string;
};
export type ReadIncidentApiResponse =
  /** status 200 Successful Response */ IncidentAnswer;
export type ReadIncidentApiArg = {
  id: string;
};
export type ChangeIncidentApiResponse =
  /** status 200 Successful Response */ IncidentAnswer;
export type ChangeIncidentApiArg = {
  id: string;
  incidentChange: IncidentChange;
};
export type AddIncidentUpdateApiResponse =
  /** status 201 Successful Response */ IncidentAnswer;
export type AddIncidentUpdateApiArg = {
  id: string;
  updateCreate: UpdateCreate;
};
export type ListLogGroupsApiResponse =
  /** status 200 Successful Response */ LogGroups;
export type ListLogGroupsApiArg = {
  limit?: number;
  offset?: number;
  level?: ("debug" | "info" | "warn" | "warning" | "error" | "fatal") | null;
  search?: string;
  sort?: "-last_seen" | "last_seen" | "-count" | "count";
};
export type ListLogEntriesApiResponse =
  /** status 200 Successful Response */ LogEntries;
export type ListLogEntriesApiArg = {
  fingerprint: string;
  limit?: number;
  offset?: number;
};
export type ListAllMaintenanceApiResponse =
  /** status 200 Successful Response */ MaintenancePage;
export type ListAllMaintenanceApiArg = {
  limit?: number;
  offset?: number;
  search?: string | null;
  sort?: "-scheduledStart" | "scheduledStart" | "title" | "-title";
};
export type ScheduleMaintenanceApiResponse =
  /** status 201 Successful Response */ MaintenanceAnswer;
export type ScheduleMaintenanceApiArg = {
  maintenanceCreate: MaintenanceCreate;
};
export type DeleteMaintenanceApiResponse =
  /** status 200 Successful Response */ Done;
export type DeleteMaintenanceApiArg = {
  id: string;
};
export type ReadMaintenanceApiResponse =
  /** status 200 Successful Response */ MaintenanceAnswer;
export type ReadMaintenanceApiArg = {
  id: string;
};
export type ChangeMaintenanceApiResponse =
  /** status 200 Successful Response */ MaintenanceAnswer;
export type ChangeMaintenanceApiArg = {
  id: string;
  maintenanceChange: MaintenanceChange;
};
export type ReadBadgeApiResponse = /** status 200 Successful Response */ Blob;
export type ReadBadgeApiArg = void;
export type ReadFeedApiResponse = /** status 200 Successful Response */ Blob;
export type ReadFeedApiArg = void;
export type ListIncidentsApiResponse =
  /** status 200 Successful Response */ IncidentsRead;
export type ListIncidentsApiArg = void;
export type ListMaintenanceApiResponse =
  /** status 200 Successful Response */ MaintenanceList;
export type ListMaintenanceApiArg = void;
export type ReadCalendarApiResponse =
  /** status 200 Successful Response */ string;
export type ReadCalendarApiArg = void;
export type ListServicesApiResponse =
  /** status 200 Successful Response */ ServicesRead;
export type ListServicesApiArg = void;
export type SubscribeToStatusApiResponse =
  /** status 200 Successful Response */ SubscribeAnswer;
export type SubscribeToStatusApiArg = {
  subscribe: Subscribe;
};
export type ConfirmStatusSubscriptionApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type ConfirmStatusSubscriptionApiArg = {
  token: string;
};
export type EndStatusSubscriptionApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type EndStatusSubscriptionApiArg = {
  token: string;
};
export type EndStatusSubscriptionWithOneClickApiResponse =
  /** status 200 Successful Response */ LinkAnswer;
export type EndStatusSubscriptionWithOneClickApiArg = {
  token: string;
};
export type SummarizeApiResponse =
  /** status 200 Successful Response */ SummaryRead;
export type SummarizeApiArg = void;
export type ReadVersionApiResponse =
  /** status 200 Successful Response */ VersionRead;
export type ReadVersionApiArg = void;
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
export type HealthRead = {
  services: {
    [key: string]: string;
  };
  status: string;
};
export type Accepted = {
  accepted: number;
  success?: boolean;
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
  success?: boolean;
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
export type Subscribe = {
  consent: true;
  email: string;
  website?: string;
};
export type LinkAnswer = {
  message: string;
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
