import type { Alert } from '../api/types.ts';

/** Whether an alert is about a field; one that names none is about the whole device. */
export function concerns(alert: Alert, field: string): boolean {
  return (alert.field ?? field) === field;
}
