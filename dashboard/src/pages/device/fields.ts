import type { Device } from '../../api/types.ts';

/** All fields of a device: those of its newest reading first, in their order, then the others. */
export function fieldsOf(device: Device | null): string[] {
  const latest = Object.keys(device?.latest?.fields ?? {});
  return [...latest, ...(device?.fields ?? []).filter(field => !latest.includes(field))];
}
