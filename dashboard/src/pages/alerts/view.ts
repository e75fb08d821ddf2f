import type { Alert, Severity } from '../../api/types.ts';
import { rankOf } from '../../parts/severity.ts';

export const VIEWS = [
  { value: 'unresolved', label: 'Unresolved' },
  { value: 'open', label: 'Open' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'resolved', label: 'History' },
] as const satisfies { value: string; label: string }[];

export type View = (typeof VIEWS)[number]['value'];

export function viewOf(status: string | null): View {
  return VIEWS.find(view => view.value === status)?.value ?? 'unresolved';
}

/** The list with one alert replaced, or, if it is new, added on top. */
export function merged(alerts: Alert[], alert: Alert): Alert[] {
  const at = alerts.findIndex(other => other.alertId === alert.alertId);
  return at < 0 ? [alert, ...alerts] : alerts.with(at, alert);
}

/** The list with its next page; alerts that arrived live may be in both. */
export function joined(alerts: Alert[], page: Alert[]): Alert[] {
  const known = new Set(alerts.map(alert => alert.alertId));
  return [...alerts, ...page.filter(alert => !known.has(alert.alertId))];
}

/** The alerts that belong to a view; live alerts may not. Worst first, except in history; newest first within. */
export function visible(alerts: Alert[], view: View, severity: Severity | null): Alert[] {
  const chosen = alerts.filter(
    alert =>
      (severity === null || alert.severity === severity) &&
      (view === 'unresolved' ? alert.status !== 'resolved' : alert.status === view),
  );
  const newest = (a: Alert, b: Alert) => (a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0);
  return chosen.sort((a, b) => (view === 'resolved' ? 0 : rankOf(a.severity) - rankOf(b.severity)) || newest(a, b));
}
