import { useState } from 'preact/hooks';
import type { Alert } from '../../api/types.ts';
import { Dialog } from '../../parts/controls.tsx';
import { Ago } from '../../parts/clock.tsx';
import { SeverityBadge } from '../../parts/marks.tsx';
import { fieldName, measure } from '../../format/numbers.ts';
import { instant, span } from '../../format/times.ts';
import { act, myName, rememberName } from './act.ts';
import { DeliveriesButton } from './deliveries.tsx';

/** Alerts as rows with actions; `changed` gets an alert after it was acknowledged or resolved. */
export function AlertRows(props: { alerts: Alert[]; withDevice: boolean; changed: (alert: Alert) => void }) {
  return (
    <ul class="alert-rows">
      {props.alerts.map(alert => (
        <AlertRow key={alert.alertId} alert={alert} withDevice={props.withDevice} changed={props.changed} />
      ))}
    </ul>
  );
}

function AlertRow({
  alert,
  withDevice,
  changed,
}: {
  alert: Alert;
  withDevice: boolean;
  changed: (alert: Alert) => void;
}) {
  const [pending, setPending] = useState<'acknowledge' | 'resolve' | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (verb: 'acknowledge' | 'resolve') => {
    if (!myName()) {
      setPending(verb);
      return;
    }
    setBusy(true);
    const result = await act(alert, verb);
    setBusy(false);
    if (result) changed(result);
  };
  const named = (verb: 'acknowledge' | 'resolve') => {
    setPending(null);
    void run(verb);
  };
  return (
    <li class={'alert-row ' + alert.severity + (alert.status === 'resolved' ? ' over' : '')}>
      <SeverityBadge severity={alert.severity} />
      <div class="alert-text">
        <div>
          {withDevice && (
            <a class="alert-device" href={'/devices/' + encodeURIComponent(alert.deviceId)}>
              {alert.deviceId}
            </a>
          )}
          <span>{alert.message || alert.rule}</span>
        </div>
        <div class="muted alert-detail">
          <span>{alert.rule}</span>
          {alert.series && <span class="mono">{alert.series}</span>}
          {alert.field && typeof alert.value === 'number' && (
            <span>
              {fieldName(alert.field)} {measure(alert.value)}
            </span>
          )}
          <span>{history(alert)}</span>
          <DeliveriesButton alert={alert} />
        </div>
      </div>
      <div class="alert-when muted">
        <Ago at={alert.openedAt} />
      </div>
      <div class="alert-actions">
        {alert.status === 'open' && (
          <button class="button small" disabled={busy} onClick={() => run('acknowledge')}>
            Acknowledge
          </button>
        )}
        {alert.status !== 'resolved' && (
          <button class="button small" disabled={busy} onClick={() => run('resolve')}>
            Resolve
          </button>
        )}
        {alert.status === 'resolved' && <span class="muted">Resolved</span>}
      </div>
      {pending && <NamePrompt close={() => setPending(null)} done={() => named(pending)} />}
    </li>
  );
}

function history(alert: Alert): string {
  const by = (name: string | null) => (name ? ` by ${name}` : '');
  if (alert.resolvedAt) {
    const open = Date.parse(alert.resolvedAt) - Date.parse(alert.openedAt);
    return `resolved${by(alert.resolvedBy) || ' by itself'} after ${span(open)}`;
  }
  if (alert.acknowledgedAt) return `acknowledged${by(alert.acknowledgedBy)}, ${instant(alert.acknowledgedAt)}`;
  return 'open since ' + instant(alert.openedAt);
}

function NamePrompt({ close, done }: { close: () => void; done: () => void }) {
  const [name, setName] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (!name.trim()) return;
    rememberName(name.trim());
    done();
  };
  return (
    <Dialog title="Who are you?" close={close}>
      <form class="stack" onSubmit={submit}>
        <p class="muted">Your name is written to the alert. This browser remembers it.</p>
        <label class="field">
          Name
          <input
            class="input"
            autofocus
            autocomplete="nickname"
            value={name}
            onInput={event => setName(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <button class="button primary" type="submit" disabled={!name.trim()}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
