/** Keys and their templates. */

export interface Segment {
  text: string;
  /** The part that wrote this text; null for text of the template itself. */
  part: string | null;
}

const PLACEHOLDER = /\{([^}]+)\}/g;

/** `READING#{at}` is the text `READING#` and the part `at`. */
export function templateSegments(template: string): Segment[] {
  const out: Segment[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    if (match.index > end) out.push({ text: template.slice(end, match.index), part: null });
    out.push({ text: match[0], part: match[1]! });
    end = match.index + match[0].length;
  }
  if (end < template.length) out.push({ text: template.slice(end), part: null });
  return out;
}

/** A key split at the parts of its template; a key of another template stays in one piece. */
export function takeApart(template: string | null, key: string): Segment[] {
  if (template === null) return [{ text: key, part: null }];
  const segments = templateSegments(template);
  const last = segments.length - 1;
  const pattern = segments
    .map((segment, i) => (segment.part === null ? `(${quoted(segment.text)})` : i === last ? '(.+)' : '(.+?)'))
    .join('');
  const match = new RegExp(`^${pattern}$`, 's').exec(key);
  if (!match) return [{ text: key, part: null }];
  return segments.map((segment, i) => ({ text: match[i + 1]!, part: segment.part }));
}

/** The text before the first part: the prefix of the keys of a kind. */
export function prefixOf(template: string): string {
  return template.split('{', 1)[0]!;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
