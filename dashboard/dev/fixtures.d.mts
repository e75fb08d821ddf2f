import type { IncomingMessage, ServerResponse } from 'node:http';

export interface FixtureOptions {
  devices?: number;
  token?: string | null;
  slow?: number;
  empty?: boolean;
  fail?: boolean;
}

export function fixtures(
  options?: FixtureOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
export function serve(
  options?: FixtureOptions & { port?: number },
): Promise<{ url: string; close: () => Promise<void> }>;
