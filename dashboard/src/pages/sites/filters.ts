/** Filters in the syntax of the address and the API: `page:is:/pricing;source:is:Google|Bing`. */

export const OPERATORS = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'prefix', label: 'begins with' },
] as const;

export type Operator = (typeof OPERATORS)[number]['value'];

export interface Filter {
  by: string;
  operator: Operator;
  values: string[];
}

export const DIMENSIONS: Record<string, string> = {
  page: 'Page',
  entryPage: 'Entry page',
  exitPage: 'Exit page',
  hostname: 'Host name',
  source: 'Source',
  referrer: 'Referrer',
  channel: 'Channel',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'UTM campaign',
  utmTerm: 'UTM term',
  utmContent: 'UTM content',
  country: 'Country',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  event: 'Event',
  goal: 'Goal',
};

export function parseFilters(text: string | null): Filter[] {
  return (text ?? '').split(';').flatMap(part => {
    const [by = '', operator = '', ...rest] = part.split(':');
    const known = OPERATORS.find(entry => entry.value === operator)?.value;
    const values = rest.join(':').split('|').filter(Boolean).map(decode);
    return by in DIMENSIONS && known && values.length ? [{ by, operator: known, values }] : [];
  });
}

export function formatFilters(filters: Filter[]): string {
  return filters.map(filter => `${filter.by}:${filter.operator}:${filter.values.map(encode).join('|')}`).join(';');
}

/** A value may contain the separators and the percent sign, so they are encoded. */
function encode(value: string): string {
  return value.replace(/[%;|]/g, sign => '%' + sign.charCodeAt(0).toString(16).toUpperCase());
}

function decode(value: string): string {
  return value.replace(/%(25|3B|7C)/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Adds a filter; a second `is` on the same dimension adds a value to the first. */
export function added(filters: Filter[], filter: Filter): Filter[] {
  const at = filters.findIndex(other => other.by === filter.by && other.operator === filter.operator);
  if (at < 0) return [...filters, filter];
  return filters.with(at, { ...filter, values: [...new Set([...filters[at]!.values, ...filter.values])] });
}

export function isFiltered(filters: Filter[], by: string, value: string): boolean {
  return filters.some(filter => filter.by === by && filter.operator === 'is' && filter.values.includes(value));
}

/** A click on a row: adds its filter, or removes it. */
export function toggled(filters: Filter[], by: string, value: string): Filter[] {
  if (!isFiltered(filters, by, value)) return added(filters, { by, operator: 'is', values: [value] });
  return filters.flatMap(filter => {
    if (filter.by !== by || filter.operator !== 'is') return [filter];
    const values = filter.values.filter(other => other !== value);
    return values.length ? [{ ...filter, values }] : [];
  });
}
