const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 48 bits of time, 80 random bits, in Crockford's base 32. */
export function ulid(now: number, chance: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  let time = '';
  for (let i = 0, rest = now; i < 10; i++, rest = Math.floor(rest / 32)) time = DIGITS[rest % 32] + time;
  let tail = '';
  for (const byte of chance(new Uint8Array(16))) tail += DIGITS[byte & 31];
  return time + tail;
}
