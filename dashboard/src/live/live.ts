import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../api/client.ts';
import type { Alert, LiveReading, Fleet } from '../api/types.ts';
import { SseParser, type Sent } from './sse.ts';

/** The live events, by name. */
export interface LiveEvents {
  readings: LiveReading;
  alert: Alert;
  fleet: Fleet;
  site: { siteId: string; visitors5: number };
}

export type LiveState = 'connecting' | 'live' | 'lost';

type Handlers = { [E in keyof LiveEvents]?: (data: LiveEvents[E]) => void } & {
  /** The stream is connected again; what happened in between has to be loaded. */
  reconnected?: () => void;
};
interface Listener {
  /** Each encoded, as topicsOf does. */
  topics: string[];
  handlers: () => Handlers;
}

/** The server sends something every 15 seconds; a stream that is silent for this long is broken. */
const SILENCE = 45_000;

/** A tab that is visible again within this time keeps its stream. */
const REST_AFTER = 5_000;

/**
 * One stream for the whole page, with the topics of all listeners. A change of topics opens the new stream a moment later,
 * so that a page change causes one change. A hidden tab has no stream, because browsers open at most six connections to a
 * server, for all tabs together.
 */
class Live {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<(state: LiveState) => void>();
  private open: { topics: string; abort: AbortController } | null = null;
  private settling: ReturnType<typeof setTimeout> | null = null;
  private resting = false;
  private missed = false;
  state: LiveState = 'connecting';

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.settle();
    return () => {
      this.listeners.delete(listener);
      this.settle();
    };
  }

  watch(watcher: (state: LiveState) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Starts to watch whether the page is visible. */
  restWhileHidden(page: Document): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (resting: boolean) => {
      this.resting = resting;
      this.missed ||= resting;
      this.settle();
    };
    if (page.hidden) rest(true);
    page.addEventListener('visibilitychange', () => {
      clearTimeout(timer);
      if (page.hidden) timer = setTimeout(() => rest(true), REST_AFTER);
      else if (this.resting) rest(false);
    });
  }

  private settle(): void {
    if (this.settling) clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      const wanted = this.resting ? [] : [...this.listeners].flatMap(listener => listener.topics);
      const topics = [...new Set(wanted)].sort().join(',');
      if ((this.open?.topics ?? '') === topics) return;
      this.open?.abort.abort();
      this.open = topics ? { topics, abort: new AbortController() } : null;
      if (this.open) void this.run(topics, this.open.abort.signal);
    }, 60);
  }

  private async run(topics: string, signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const parser = new SseParser();
      const attempt = new Attempt(signal);
      try {
        const response = await send('/live?topics=' + encodeURIComponent(topics), {
          signal: attempt.signal,
          headers: { Accept: 'text/event-stream' },
        });
        const wasLost = this.state === 'lost' || this.missed;
        this.missed = false;
        this.become('live');
        attempt.heard();
        if (wasLost) this.listeners.forEach(listener => listener.handlers().reconnected?.());
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          attempt.heard();
          const events = parser.push(value);
          // A server that accepts and closes at once, again and again, must not get requests faster.
          if (events.length) failures = 0;
          events.forEach(sent => this.deliver(sent));
        }
      } catch {
        // A lost stream is not an error of the page: the header shows it, and we connect again.
      } finally {
        attempt.end();
      }
      if (signal.aborted) return;
      this.become('lost');
      await new Promise(resolve => setTimeout(resolve, Math.min(parser.retry * 2 ** failures++, 30_000)));
    }
  }

  private deliver(sent: Sent): void {
    const data: unknown = JSON.parse(sent.data);
    for (const listener of this.listeners) {
      const handler = listener.handlers()[sent.event as keyof LiveEvents] as ((data: unknown) => void) | undefined;
      handler?.(data);
    }
  }

  private become(state: LiveState): void {
    this.state = state;
    this.watchers.forEach(watcher => watcher(state));
  }
}

/** One connection: closed when it is not needed any more, or when it is silent for too long. */
class Attempt {
  private readonly abort = new AbortController();
  private readonly given: AbortSignal;
  private readonly giveUp = () => this.abort.abort();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal = this.abort.signal;

  constructor(given: AbortSignal) {
    this.given = given;
    given.addEventListener('abort', this.giveUp);
  }

  heard(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.giveUp, SILENCE);
  }

  end(): void {
    clearTimeout(this.timer);
    this.given.removeEventListener('abort', this.giveUp);
    this.giveUp();
  }
}

export const live = new Live();

/** Topics as one text: each is encoded, because ids may contain commas. */
export function topicsOf(topics: string[]): string {
  return topics.map(encodeURIComponent).join(',');
}

export function useLive(topics: string[], handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const key = topicsOf(topics);
  useEffect(() => (key ? live.listen({ topics: key.split(','), handlers: () => latest.current }) : undefined), [key]);
}

export function useLiveState(): LiveState {
  const [state, setState] = useState(live.state);
  useEffect(() => live.watch(setState), []);
  return state;
}
