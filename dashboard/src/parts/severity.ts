import type { Severity } from '../api/types.ts';

/** The worst first. */
export const SEVERITIES: Severity[] = ['critical', 'high', 'medium', 'low'];
export const SEVERITY_NAME: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

export const SEVERITY_CHOICES = SEVERITIES.map(severity => ({ value: severity, label: SEVERITY_NAME[severity] }));

/** The number of severities that are worse. */
export function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
