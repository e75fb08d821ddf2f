import type { Device, Severity } from '../api/types.ts';
import { SEVERITY_NAME } from './severity.ts';

export function SeverityBadge({ severity }: { severity: Severity }) {
  return (
    <span class={'badge ' + severity}>
      <i class={'dot ' + severity} />
      {SEVERITY_NAME[severity]}
    </span>
  );
}

/** Online or offline, and the status if it is not active. */
export function DeviceState({ device }: { device: Device }) {
  const text = device.online ? 'Online' : 'Offline';
  return (
    <span class="row nowrap">
      <i class={'dot' + (device.online ? '' : ' offline')} />
      <span class={device.online ? '' : 'muted'}>{text}</span>
      {device.status !== 'active' && <span class="badge">{device.status}</span>}
    </span>
  );
}

/** A late reading says nothing about the present. */
const RECENT = 15 * 60_000;

export function isOnline(device: Device, readingAt: string): boolean {
  return device.online || Date.now() - Date.parse(readingAt) < RECENT;
}
