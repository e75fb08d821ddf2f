import type { Channel, ChannelBody, ChannelKind, MailSecurity, Severity } from '../../api/types.ts';

export const KINDS: { value: ChannelKind; label: string }[] = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'slack', label: 'Slack' },
  { value: 'email', label: 'E-mail' },
  { value: 'log', label: 'Server log' },
];

export function kindName(kind: ChannelKind): string {
  return KINDS.find(each => each.value === kind)!.label;
}

/** A channel while somebody edits it: every field as text. */
export interface Draft {
  name: string;
  kind: ChannelKind;
  minSeverity: Severity | '';
  rules: string;
  locations: string;
  url: string;
  secret: string;
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  password: string;
  from: string;
  to: string;
}

export function draftOf(channel: Channel | null): Draft {
  const mail = channel?.mail;
  return {
    name: channel?.name ?? '',
    kind: channel?.kind ?? 'webhook',
    minSeverity: channel?.minSeverity ?? '',
    rules: channel?.rules.join(', ') ?? '',
    locations: channel?.locations.join(', ') ?? '',
    url: '',
    secret: '',
    host: mail?.host ?? '',
    port: mail ? String(mail.port) : '',
    security: mail?.security ?? 'starttls',
    user: mail?.user ?? '',
    password: '',
    from: mail?.from ?? '',
    to: mail?.to.join(', ') ?? '',
  };
}

/** The body of the request; fields of other kinds and empty ones are left out. */
export function bodyOf(draft: Draft): ChannelBody {
  const own: ChannelBody =
    draft.kind === 'email'
      ? {
          host: draft.host.trim(),
          port: draft.port.trim() ? Number(draft.port) : null,
          security: draft.security,
          user: draft.user.trim(),
          password: draft.password,
          from: draft.from.trim(),
          to: list(draft.to),
        }
      : draft.kind === 'webhook'
        ? { url: draft.url.trim(), secret: draft.secret }
        : draft.kind === 'slack'
          ? { url: draft.url.trim() }
          : {};
  const body: ChannelBody = {
    kind: draft.kind,
    minSeverity: draft.minSeverity || null,
    rules: list(draft.rules),
    locations: list(draft.locations),
    ...own,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== null));
}

function list(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
}

/** Which alerts a channel gets, in words. */
export function route(channel: Channel): string {
  const parts = [
    channel.minSeverity &&
      (channel.minSeverity === 'critical' ? 'critical alerts' : `${channel.minSeverity} alerts and above`),
    channel.rules.length > 0 && `rules ${channel.rules.join(', ')}`,
    channel.locations.length > 0 && `locations ${channel.locations.join(', ')}`,
  ].filter(Boolean);
  return parts.length ? parts.join('; ') : 'all alerts';
}
