import type { Fleet } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { counted, percent, whole } from '../../format/numbers.ts';
import { SEVERITIES, SEVERITY_NAME } from '../../parts/severity.ts';
import { listing, type DeviceQuery } from './query.ts';

/** The fleet in four numbers; each of them filters the list below. */
export function Summary({ fleet, query }: { fleet: Fleet; query: DeviceQuery }) {
  const { devices, alerts } = fleet;
  const open = alerts.critical + alerts.high + alerts.medium + alerts.low;
  const share = devices.total ? devices.online / devices.total : null;
  return (
    <section class="panel summary" aria-label="Health">
      <div class="stat">
        <span class="stat-label">Online</span>
        <span class="stat-value" aria-live="polite">
          {percent(share)}{' '}
          <small>
            {whole(devices.online)} of {whole(devices.total)}
          </small>
        </span>
        <div class="meter" role="img" aria-label={`${devices.online} online, ${devices.offline} offline`}>
          <i style={{ flexGrow: devices.online }} />
          <i class="off" style={{ flexGrow: devices.offline }} />
        </div>
        <div class="stat-parts">
          <Part
            label="online"
            count={devices.online}
            dot=""
            active={query.online === 'true'}
            pick={() => turn(listing({ online: query.online === 'true' ? null : 'true' }))}
          />
          <Part
            label="offline"
            count={devices.offline}
            dot="offline"
            active={query.online === 'false'}
            pick={() => turn(listing({ online: query.online === 'false' ? null : 'false' }))}
          />
        </div>
      </div>
      <div class="stat">
        <span class="stat-label">Status</span>
        <span class="stat-value">
          {whole(devices.active)} <small>active</small>
        </span>
        <div
          class="meter"
          role="img"
          aria-label={`${devices.active} active, ${devices.maintenance} in maintenance, ${devices.inactive} inactive`}
        >
          <i style={{ flexGrow: devices.active }} />
          <i class="mid" style={{ flexGrow: devices.maintenance }} />
          <i class="off" style={{ flexGrow: devices.inactive }} />
        </div>
        <div class="stat-parts">
          {(['active', 'maintenance', 'inactive'] as const).map(status => (
            <Part
              key={status}
              label={status}
              count={devices[status]}
              active={query.status === status}
              pick={() => turn(listing({ status: query.status === status ? null : status }))}
            />
          ))}
        </div>
      </div>
      <div class="stat">
        <span class="stat-label">Open alerts</span>
        <span class={'stat-value' + (alerts.critical ? ' critical' : '')} aria-live="polite">
          {whole(open)}
        </span>
        <div class="meter" aria-hidden="true">
          {SEVERITIES.map(severity => (
            <i key={severity} class={severity} style={{ flexGrow: alerts[severity] }} />
          ))}
          {open === 0 && <i class="none" style={{ flexGrow: 1 }} />}
        </div>
        <div class="stat-parts">
          {SEVERITIES.map(severity => (
            <a key={severity} class="part" href={'/alerts?severity=' + severity}>
              <i class={'dot ' + severity} />
              {whole(alerts[severity])} {SEVERITY_NAME[severity].toLowerCase()}
            </a>
          ))}
        </div>
      </div>
      <div class="stat">
        <span class="stat-label">Readings in the last minute</span>
        <span class="stat-value" aria-live="off">
          {whole(fleet.readingsLastMinute)}
        </span>
        <div class="meter" aria-hidden="true">
          <i class="none" style={{ flexGrow: 1 }} />
        </div>
        <div class="stat-parts">
          <span class="muted">
            {fleet.fields.length
              ? `${counted(fleet.fields.length, 'field')}: ${fleet.fields.slice(0, 4).join(', ')}${fleet.fields.length > 4 ? '…' : ''}`
              : 'no fields yet'}
          </span>
        </div>
      </div>
    </section>
  );
}

function Part(props: { label: string; count: number; dot?: string; active: boolean; pick: () => void }) {
  return (
    <button class="part" aria-pressed={props.active} onClick={props.pick}>
      {props.dot !== undefined && <i class={'dot ' + props.dot} />}
      {whole(props.count)} {props.label}
    </button>
  );
}
