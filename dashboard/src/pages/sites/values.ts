const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

/** A value of a dimension, for people. */
export function valueLabel(by: string, value: string): string {
  if (!value) return '(none)';
  if (by === 'country' && /^[A-Z]{2}$/.test(value)) return regions.of(value) ?? value;
  return value;
}
