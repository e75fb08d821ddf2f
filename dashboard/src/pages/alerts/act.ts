import { path, write } from '../../api/client.ts';
import type { Alert } from '../../api/types.ts';
import { notice } from '../../parts/notices.tsx';

const KEY = 'varve.name';

export function myName(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function rememberName(name: string): void {
  localStorage.setItem(KEY, name);
}

/** Acknowledges or resolves an alert, and returns it after the change; an error becomes a notice. */
export async function act(alert: Alert, verb: 'acknowledge' | 'resolve'): Promise<Alert | null> {
  try {
    const changed = await write<Alert>('POST', path('alerts', alert.deviceId, alert.alertId, verb), {
      by: myName() || 'dashboard',
    });
    notice(`${alert.rule} on ${alert.deviceId} is ${verb === 'acknowledge' ? 'acknowledged' : 'resolved'}`);
    return changed;
  } catch (error) {
    notice((error as Error).message);
    return null;
  }
}
