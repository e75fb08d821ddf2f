import type { Severity } from '../api/types.ts';

/** The worst first. */
export const SEVERITIES: Severity[] = ['critical', 'high', 'medium', 'low'];
export const SEVERITY_NAME: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The number of severities that are worse. */
export function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
