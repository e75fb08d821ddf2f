import type { Device, DeviceLine, LiveReading } from '../../api/types.ts';

/** The series of a device that a page shows: the one in the address, or the first. Null for a device with one series. */
export function chosenSeries(device: Device | null, search: URLSearchParams): DeviceLine | null {
  const all = device?.series ?? [];
  if (all.length < 2) return null;
  return all.find(series => series.series === search.get('series')) ?? all[0]!;
}

/** What distinguishes a series from the others of its device: its measurement and its tags. */
export function seriesName(series: Pick<DeviceLine, 'measurement' | 'tags'>): string {
  const tags = Object.entries(series.tags).map(([name, value]) => `${name}=${value}`);
  return [series.measurement ?? 'readings', ...tags].join(' ');
}

/** The device as the charts of one series need it: with the fields and the newest reading of that series. */
export function narrowed(device: Device | null, series: DeviceLine | null): Device | null {
  return device && series ? { ...device, latest: series.latest, fields: series.fields } : device;
}

/** The device after a reading of one of its series. */
export function received(device: Device, reading: LiveReading): Device {
  const { at, fields, texts } = reading;
  const id = reading.series ?? reading.deviceId;
  const newer = <T extends Pick<Device, 'latest' | 'lastSeenAt'>>(part: T): T => ({
    ...part,
    lastSeenAt: at,
    latest: {
      at,
      fields: { ...part.latest?.fields, ...fields },
      texts: { ...part.latest?.texts, ...texts },
    },
  });
  const changed = newer(device);
  return device.series
    ? { ...changed, series: device.series.map(series => (series.series === id ? newer(series) : series)) }
    : changed;
}
