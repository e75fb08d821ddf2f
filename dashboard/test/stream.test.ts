import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { live, topicsOf } from '../src/live/live.ts';

/** A connection of the page, and the data that the server sends on it. */
interface Opened {
  target: string;
  aborted: () => boolean;
  say: (text: string) => void;
  close: () => void;
}

const opened: Opened[] = [];
let stop = () => {};

function answer(target: string, init: RequestInit): Promise<Response> {
  const signal = init.signal!;
  let control: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: controller => void (control = controller) });
  signal.addEventListener('abort', () => {
    try {
      control.error(signal.reason);
    } catch {
      // The stream is already closed.
    }
  });
  opened.push({
    target,
    aborted: () => signal.aborted,
    say: text => control.enqueue(new TextEncoder().encode(text)),
    close: () => control.close(),
  });
  return Promise.resolve(new Response(body));
}

/** Runs all pending microtasks. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
}

async function pass(millis: number): Promise<void> {
  mock.timers.tick(millis);
  await settled();
}

beforeEach(async () => {
  opened.length = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { fetch: answer, sessionStorage: { getItem: () => null } });
  stop = live.listen({ topics: ['fleet'], handlers: () => ({}) });
  await pass(60);
});

afterEach(async () => {
  stop();
  await pass(60);
  mock.timers.reset();
});

test('an id with commas is one topic', () => {
  assert.equal(topicsOf(['fleet', 'device:cpu,host=web1']), 'fleet,device%3Acpu%2Chost%3Dweb1');
});

test('a silent stream is closed, one with heartbeats is not', async () => {
  assert.equal(opened.length, 1);
  for (let i = 0; i < 4; i++) {
    await pass(40_000);
    opened[0]!.say(': alive\n\n');
    await settled();
  }
  assert.equal(live.state, 'live');
  assert.equal(opened[0]!.aborted(), false);
  await pass(45_000);
  assert.equal(opened[0]!.aborted(), true);
  assert.equal(live.state, 'lost');
  await pass(3_000);
  assert.equal(opened.length, 2);
  assert.equal(live.state, 'live');
});

test('the wait grows until an event arrives', async () => {
  const waits = [3_000, 6_000, 12_000];
  for (const [i, wait] of waits.entries()) {
    opened[i]!.say(': listening\n\n');
    opened[i]!.close();
    await settled();
    await pass(wait - 1);
    assert.equal(opened.length, i + 1, `before ${wait}`);
    await pass(1);
    assert.equal(opened.length, i + 2, `after ${wait}`);
  }
  opened[3]!.say('event: fleet\ndata: {}\n\n');
  await settled();
  opened[3]!.close();
  await settled();
  await pass(3_000);
  assert.equal(opened.length, 5);
});
