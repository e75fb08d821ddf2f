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

/** Online or not, and where it is not simply active, what else. */
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

/** A reading that comes late says nothing of now. */
const RECENT = 15 * 60_000;

export function isOnline(device: Device, readingAt: string): boolean {
  return device.online || Date.now() - Date.parse(readingAt) < RECENT;
}
