/** One event of a stream of server-sent events. */
export interface Sent {
  event: string;
  data: string;
}

/**
 * Splits a stream into server-sent events, whatever pieces it arrives in. Written by hand because EventSource cannot send
 * the Authorization header.
 */
export class SseParser {
  private rest = '';
  private event = '';
  private data: string[] = [];
  /** Milliseconds to wait before connecting again, as the server requested last. */
  retry = 3000;

  push(text: string): Sent[] {
    const out: Sent[] = [];
    this.rest += text;
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(this.rest);
      if (!end) return out;
      const line = this.rest.slice(0, end.index);
      this.rest = this.rest.slice(end.index + end[0].length);
      const sent = this.line(line);
      if (sent) out.push(sent);
    }
  }

  private line(line: string): Sent | null {
    if (line === '') return this.dispatch();
    if (line.startsWith(':')) return null;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.event = value;
    else if (field === 'data') this.data.push(value);
    else if (field === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
    return null;
  }

  private dispatch(): Sent | null {
    const sent = this.data.length ? { event: this.event || 'message', data: this.data.join('\n') } : null;
    this.event = '';
    this.data = [];
    return sent;
  }
}
