import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stats } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { Dialog, Menu } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { localTime } from './metrics.ts';
import { choosing, custom, PERIODS, periodLabel, periodOf, plusDays, shifted, type ChosenPeriod } from './period.ts';

interface Picked {
  chosen: ChosenPeriod;
  period: Stats['period'] | null;
  realtime: boolean;
}

type Days = { from: string; to: string } | null;

/** Chooses a period by menu, by letter, or with the arrow keys. The period is null until the server has answered. */
export function PeriodPicker({ chosen, period, realtime }: Picked) {
  const [asking, setAsking] = useState(false);
  const today = localTime(Date.now(), period?.zone ?? 'UTC').slice(0, 10);
  const days: Days = chosen.from && chosen.to ? { from: chosen.from, to: chosen.to } : period;
  const waiting = useRef(0);
  // A user who is faster than the server moves on from the period in the address, not from the one still on screen.
  const step = (by: number) => {
    const address = periodOf(new URLSearchParams(location.search));
    const known = address.from && address.to ? address : address.period === chosen.period ? period : null;
    const steps = waiting.current + by;
    if (known) {
      const next = shifted(known.from!, known.to!, steps);
      if (next.from <= today) turn(custom(next.from, next.to));
    }
    waiting.current = known ? 0 : steps;
  };
  useEffect(() => {
    if (waiting.current) step(0);
  }, [period]);
  useShortcuts({
    ...Object.fromEntries(PERIODS.map(entry => [entry.key, () => turn(choosing(entry.value))])),
    r: () => turn({ view: 'realtime' }),
    c: () => setAsking(true),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  });
  const name = realtime
    ? 'Realtime'
    : (PERIODS.find(entry => entry.value === chosen.period)?.label ??
      (days ? periodLabel(days.from, days.to) : 'Custom'));
  return (
    <div class="row period">
      {!realtime && (
        <span class="row tight">
          <button
            class="button quiet icon"
            aria-label="Period before"
            title="Period before (←)"
            onClick={() => step(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            class="button quiet icon"
            aria-label="Period after"
            title="Period after (→)"
            disabled={days !== null && days.to > today}
            onClick={() => step(1)}
          >
            <Icon name="right" />
          </button>
        </span>
      )}
      <Menu name={`Period: ${name}`} label={name}>
        {close => (
          <>
            <button role="menuitemradio" aria-checked={realtime} onClick={() => (close(), turn({ view: 'realtime' }))}>
              Realtime <kbd>R</kbd>
            </button>
            <hr />
            {PERIODS.map(entry => (
              <button
                key={entry.value}
                role="menuitemradio"
                aria-checked={!realtime && entry.value === chosen.period}
                onClick={() => (close(), turn(choosing(entry.value)))}
              >
                {entry.label} <kbd>{entry.key.toUpperCase()}</kbd>
              </button>
            ))}
            <hr />
            <button
              role="menuitemradio"
              aria-checked={chosen.period === 'custom'}
              onClick={() => (close(), setAsking(true))}
            >
              Custom… <kbd>C</kbd>
            </button>
          </>
        )}
      </Menu>
      {asking && <CustomPeriod days={days} close={() => setAsking(false)} />}
    </div>
  );
}

function CustomPeriod({ days, close }: { days: Days; close: () => void }) {
  const [from, setFrom] = useState(days?.from ?? '');
  const [last, setLast] = useState(days ? plusDays(days.to, -1) : '');
  const submit = (event: Event) => {
    event.preventDefault();
    turn(custom(from, plusDays(last, 1)));
    close();
  };
  return (
    <Dialog title="Custom period" close={close}>
      <form class="stack" onSubmit={submit}>
        <div class="form-grid">
          <label class="field">
            First day
            <input
              class="input"
              type="date"
              required
              autofocus
              value={from}
              onInput={event => setFrom(event.currentTarget.value)}
            />
          </label>
          <label class="field">
            Last day
            <input
              class="input"
              type="date"
              required
              min={from}
              value={last}
              onInput={event => setLast(event.currentTarget.value)}
            />
          </label>
        </div>
        <div class="dialog-actions">
          <button class="button" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button primary" type="submit" disabled={!from || !last || last < from}>
            Show
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Single keys, while no text field has the focus and no dialog or menu is open. */
function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, select, textarea, dialog, [role=menu]')) return;
      const action = latest.current[event.key] ?? latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
