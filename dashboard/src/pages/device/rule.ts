import type { Episode, RuleBody, RuleKind, Severity } from '../../api/types.ts';
import { fieldName, measure } from '../../format/numbers.ts';
import { isoDuration, span } from '../../format/times.ts';

/** A rule in the form, stored or new. */
export type RuleEdit = RuleBody & { name: string; kind: RuleKind; severity: Severity };

/** When a rule would have opened an alert, and on which field; a rule on silence has none. */
export interface Backtest {
  field: string | null;
  episodes: Episode[];
}

export const KINDS: { value: RuleKind; label: string }[] = [
  { value: 'above', label: 'is above' },
  { value: 'below', label: 'is below' },
  { value: 'outside', label: 'is outside' },
  { value: 'changing', label: 'changes by more than' },
  { value: 'silent', label: 'is silent' },
  { value: 'unusual', label: 'is unusual' },
];

/** The inputs that each kind of rule needs besides its field. */
export const NEEDS: Record<RuleKind, { field: boolean; limit: boolean; band: boolean; clear: boolean; per: boolean }> =
  {
    above: { field: true, limit: true, band: false, clear: true, per: false },
    below: { field: true, limit: true, band: false, clear: true, per: false },
    outside: { field: true, limit: false, band: true, clear: false, per: false },
    changing: { field: true, limit: true, band: false, clear: false, per: true },
    silent: { field: false, limit: false, band: false, clear: false, per: false },
    unusual: { field: true, limit: true, band: false, clear: false, per: false },
  };

/** The rule as a sentence: "Temperature is above 27.00 for 5 min". */
export function sentence(rule: RuleEdit): string {
  const field = rule.field ? fieldName(rule.field) : 'The device';
  const during = (text: string | null | undefined, word: string) => {
    const length = text ? isoDuration(text) : null;
    return length ? ` ${word} ${span(length)}` : '';
  };
  const wait = during(rule.for, 'for');
  switch (rule.kind) {
    case 'above':
    case 'below':
      return `${field} is ${rule.kind} ${measure(rule.limit)}${wait}`;
    case 'outside':
      return `${field} is outside ${measure(rule.low)} to ${measure(rule.high)}${wait}`;
    case 'changing':
      return `${field} changes by more than ${measure(rule.limit)}${during(rule.per, 'in')}${wait}`;
    case 'silent':
      return `The device is silent${during(rule.for ?? rule.per, 'for')}`;
    case 'unusual':
      return `${field} is unusual by ${measure(rule.limit)} standard deviations`;
  }
}

/** The content of the form, as texts that a person types. */
export interface Draft {
  name: string;
  kind: RuleKind;
  field: string;
  limit: string;
  low: string;
  high: string;
  clearAt: string;
  perMinutes: string;
  forMinutes: string;
  severity: Severity;
  message: string;
}

export function draftOf(rule: RuleEdit): Draft {
  const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
  const minutes = (text: string | null | undefined) => {
    const length = text ? isoDuration(text) : null;
    return length === null ? '' : String(length / 60_000);
  };
  return {
    name: rule.name,
    kind: rule.kind,
    field: rule.field ?? '',
    limit: number(rule.limit),
    low: number(rule.low),
    high: number(rule.high),
    clearAt: number(rule.clearAt),
    perMinutes: minutes(rule.per),
    forMinutes: minutes(rule.for ?? (rule.kind === 'silent' ? rule.per : null)),
    severity: rule.severity,
    message: rule.message ?? '',
  };
}

/** The rule of a draft, or a sentence that says what is missing. */
export function ruleOf(draft: Draft): RuleEdit | string {
  const needs = NEEDS[draft.kind];
  const number = (text: string) => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text));
  const duration = (text: string) => (number(text) ? `PT${Math.round(number(text)! * 60)}S` : null);
  if (!draft.name.trim()) return 'Give the rule a name.';
  if (needs.field && !draft.field) return 'Choose the field that the rule watches.';
  if (needs.limit && number(draft.limit) === null) return 'The limit must be a number.';
  if (needs.band && (number(draft.low) === null || number(draft.high) === null))
    return 'Lowest and highest must be numbers.';
  if (needs.band && number(draft.low)! >= number(draft.high)!) return 'Lowest must be below highest.';
  if (needs.per && !number(draft.perMinutes)) return 'Say in how many minutes it changes.';
  if (draft.kind === 'silent' && !number(draft.forMinutes)) return 'Say for how many minutes it is silent.';
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    field: needs.field ? draft.field : null,
    limit: needs.limit ? number(draft.limit) : null,
    low: needs.band ? number(draft.low) : null,
    high: needs.band ? number(draft.high) : null,
    clearAt: needs.clear ? number(draft.clearAt) : null,
    per: needs.per ? duration(draft.perMinutes) : null,
    for: duration(draft.forMinutes),
    severity: draft.severity,
    message: draft.message.trim() || null,
  };
}
