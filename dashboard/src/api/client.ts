import { reopened, sharedSession } from './shared.ts';
import { askForToken, token } from './token.ts';

export type Parameters = Record<string, string | number | boolean | null | undefined>;

/** The server's refusal: a stable code, and a text that says what to change. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const BASE = '/api/v1';

/** Path segments are encoded one by one: ids may hold any character. */
export function path(...segments: string[]): string {
  return segments.map(segment => '/' + encodeURIComponent(segment)).join('');
}

export function query(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? '?' + text : '';
}

export function authorization(): Record<string, string> {
  const value = sharedSession() ?? token();
  return value ? { Authorization: 'Bearer ' + value } : {};
}

/** Sends, and after a 401 asks for a token, or opens the shared link again, and sends again. */
export async function send(target: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await reach(target, init);
    if (response.status === 401) {
      await (reopened() ?? askForToken());
      continue;
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

async function reach(target: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + target, { ...init, headers: { ...init.headers, ...authorization() } });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused(0, 'network.unreachable', 'The server cannot be reached. Is it running?');
  }
}

async function refusal(response: Response): Promise<Refused> {
  try {
    const body = (await response.json()) as { code?: string; message?: string };
    return new Refused(response.status, body.code ?? 'http.' + response.status, body.message ?? response.statusText);
  } catch {
    return new Refused(response.status, 'http.' + response.status, `The server answered ${response.status}.`);
  }
}

export async function read<T>(target: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<T> {
  const response = await send(target + query(parameters), signal ? { signal } : {});
  return (await response.json()) as T;
}

export async function write<T>(method: 'POST' | 'PUT' | 'DELETE', target: string, body?: unknown): Promise<T | null> {
  const response = await send(target, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text ? (JSON.parse(text) as T) : null;
}

/** Fetched rather than linked to, because a link cannot carry the token. */
export async function download(target: string, parameters: Parameters, name: string): Promise<void> {
  const response = await send(target + query(parameters), { headers: { Accept: 'text/csv' } });
  saveAs(await response.blob(), name);
}

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
