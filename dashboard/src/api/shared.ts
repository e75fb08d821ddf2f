/** The session of a shared link, which takes the place of a token. It is in the memory of the page only. */

let session: string | null = null;
let open: (() => Promise<void>) | null = null;
let opening: Promise<void> | null = null;

export function sharedSession(): string | null {
  return session;
}

export function keepSession(value: string | null): void {
  session = value;
}

/** Says how to open the link again when its session has ended; null when the page is left. */
export function reopenBy(how: (() => Promise<void>) | null): void {
  open = how;
}

/** Opens the link again, once for all requests that wait for it. Null if the page is not that of a link. */
export function reopened(): Promise<void> | null {
  if (!open) return null;
  opening ??= open().finally(() => (opening = null));
  return opening;
}
