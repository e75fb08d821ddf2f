/** The documents of the server's API, as `/openapi.yaml` describes them. Times are ISO instants unless said otherwise. */

export type Severity = 'critical' | 'high' | 'medium' | 'low';
export type DeviceStatus = 'active' | 'inactive' | 'maintenance' | 'deleting';
export type Fields = Record<string, number>;

export interface Fleet {
  at: string;
  devices: { total: number; active: number; inactive: number; maintenance: number; online: number; offline: number };
  alerts: Record<Severity, number>;
  readingsLastMinute: number;
  fields: string[];
  /** Those that need attention most. */
  locations: Location[];
  locationCount?: number;
}

export interface Location {
  location: string;
  devices: number;
  online: number;
  alerts: number;
  worst: Severity | null;
}

export interface Device {
  deviceId: string;
  name: string;
  type: 'sensor' | 'gateway' | 'actuator';
  status: DeviceStatus;
  online: boolean;
  location: string | null;
  firmware: string;
  labels: Record<string, string>;
  lastSeenAt: string | null;
  createdAt: string;
  latest: Reading | null;
  /** All fields, of a device that is asked for by its id. */
  fields?: string[];
  /** Fields that were not stored, because the device has too many. */
  fieldsLeftOut?: string[];
  spark: { field: string; values: (number | null)[] } | null;
  alerts: { open: number; worst: Severity | null };
}

export interface Reading {
  at: string;
  fields: Fields;
}

export interface Devices {
  devices: Device[];
  total: number;
  next: string | null;
}

export type Tier = 'raw' | 'minute' | 'hour' | 'day' | 'month';

/** Parallel columns; `t` is epoch milliseconds. Raw readings have no `min` and `max`. */
export interface Column {
  t: number[];
  avg: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
  count?: (number | null)[];
}

export interface Series {
  deviceId: string;
  from: string;
  to: string;
  tier: Tier;
  thinned: boolean;
  fields: Record<string, Column>;
}

/** What is usual at each hour of the week; `t` is epoch milliseconds. Empty where history is too short. */
export interface Norm {
  field: string;
  t: number[];
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

export type AlertState = 'open' | 'acknowledged' | 'resolved';

export interface Alert {
  alertId: string;
  deviceId: string;
  rule: string;
  severity: Severity;
  state: AlertState;
  message: string;
  /** What the rule looks at; a rule on silence has none, and older servers do not say. */
  field?: string | null;
  value?: number | null;
  readingAt: string | null;
  openedAt: string;
  acknowledgedAt: string | null;
  acknowledgedBy: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
}

export interface Alerts {
  alerts: Alert[];
  next: string | null;
}

/** `unusual` notes anomalies, the others open alerts. */
export type RuleKind = 'above' | 'below' | 'outside' | 'changing' | 'silent' | 'unusual';

export interface Rule {
  name: string;
  kind: RuleKind;
  field?: string | null;
  limit?: number | null;
  low?: number | null;
  high?: number | null;
  clearAt?: number | null;
  per?: string | null;
  for?: string | null;
  severity: Severity;
  message?: string | null;
}

export interface Episode {
  openedAt: string;
  resolvedAt: string | null;
  value: number | null;
  readingAt: string | null;
}

/** When a rule would have fired, and on which field; a rule on silence has none. */
export interface Backtest {
  field: string | null;
  episodes: Episode[];
}

export interface Anomaly {
  deviceId: string;
  at: string;
  findings: {
    field: string;
    value: number;
    type: string;
    severity: Severity;
    low: number | null;
    high: number | null;
  }[];
}

export interface Site {
  siteId: string;
  name: string;
  domains: string[];
  timezone: string;
  createdAt: string;
  visitors24h?: number;
  change?: number | null;
}

export type Metric = 'visitors' | 'visits' | 'pageViews' | 'viewsPerVisit' | 'bounceRate' | 'visitDuration';

export interface Measured {
  value: number;
  before: number | null;
  change: number | null;
}

/** `to` is the day after the last. */
export interface Stats {
  period: { from: string; to: string; zone: string };
  metrics: Record<Metric, Measured>;
  approximate: boolean;
  source: 'rollups' | 'raw';
  visitorDays: boolean;
}

export type Interval = 'minute' | 'hour' | 'day' | 'month';

export interface SiteSeries {
  interval: Interval;
  t: string[];
  values: (number | null)[];
  before: (number | null)[] | null;
}

export interface BreakdownRow {
  value: string;
  count: number;
  share: number;
  visitors: number | null;
  conversionRate?: number;
}

export interface Breakdown {
  by: string;
  metric: string;
  rows: BreakdownRow[];
  approximate: boolean;
  next: string | null;
}

export interface Realtime {
  visitors5: number;
  visitors30: number;
  pageViewsPerMinute: number[];
  pages: { value: string; count: number }[];
  sources: { value: string; count: number }[];
}

export interface Goal {
  goalId: string;
  name: string;
  kind: 'page' | 'event' | 'duration';
  match?: 'exact' | 'prefix' | 'contains' | 'regex' | null;
  pattern?: string | null;
  seconds?: number | null;
}

export interface FunnelStep {
  goalId: string;
  name: string;
  visitors: number;
  rate: number;
  dropOff: number;
}

export interface Kind {
  kind: string;
  declaration: string;
  partition: string;
  sort: string;
  keepSeconds: number | null;
  /** The kind that this one is folded from, where the server says so. */
  source?: string | null;
}

export interface TableInfo {
  name: string;
  items: number | null;
  bytes: number | null;
  kinds: Kind[];
}

export interface Tables {
  engine: string;
  tables: TableInfo[];
}

export interface Partition {
  partition: string;
  kinds: Record<string, number>;
  /** Whether some kind has more than were counted. */
  more?: boolean;
}

export interface Item {
  partition: string;
  sort: string;
  kind: string | null;
  parts: Record<string, string>;
  bytes: number;
  ttl: number | null;
  keepSeconds: number | null;
  attributes: Record<string, unknown>;
}
