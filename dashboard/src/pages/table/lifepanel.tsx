import type { Kind } from '../../api/types.ts';
import { keep } from '../../format/times.ts';
import { Template } from './key.tsx';
import { groups, kindColour, layerGradient, place, TICKS } from './life.ts';

const ROW = 30;
const GROUP = 34;

/** All kinds of items as layers over their age: raw data pales and expires, the rows computed from it stay. */
export function Life({ kinds, pick }: { kinds: Kind[]; pick: (kind: Kind) => void }) {
  const rows = layout(kinds);
  const folds = rows.flatMap(row => {
    const source = rows.find(other => other.kind.kind === row.kind.source);
    // A kind without expiry needs no arrow to the rows computed from it.
    return source && source.kind.keepSeconds !== null ? [{ from: source, to: row }] : [];
  });
  return (
    <section class="panel life" aria-labelledby="life-title">
      <div class="panel-head">
        <h2 id="life-title">The life of the data</h2>
        <span class="muted">{story(kinds)}</span>
      </div>
      <div class="life-body">
        <div class="life-axis" aria-hidden="true">
          <span class="life-now">written now</span>
          {TICKS.map(tick => (
            <span
              key={tick.label}
              class={'life-tick' + (tick.minor ? ' minor' : '')}
              style={{ left: `${place(tick.age) * 100}%` }}
            >
              {tick.label}
            </span>
          ))}
          <span class="life-ever">for ever</span>
        </div>
        <div class="life-rows">
          <div class="life-grid" aria-hidden="true">
            {TICKS.map(tick => (
              <i key={tick.label} style={{ left: `${place(tick.age) * 100}%` }} />
            ))}
            {folds.map(fold => (
              <Fold key={fold.to.kind.kind} from={fold.from} to={fold.to} kinds={kinds} />
            ))}
          </div>
          {groups(kinds).map(group => (
            <div key={group.partition} class="life-group">
              <div class="life-partition" style={{ height: GROUP + 'px' }}>
                <Template text={group.partition} />
              </div>
              <ul>
                {group.kinds.map(kind => (
                  <li key={kind.kind}>
                    <button
                      class="life-row"
                      style={{ height: ROW + 'px' }}
                      onClick={() => pick(kind)}
                      title={`${kind.declaration}: show items`}
                    >
                      <span class="life-name">
                        <i class="kind-mark" style={{ background: kindColour(kinds, kind.kind) }} />
                        <span class="life-kind clip">{kind.kind}</span>
                        <Template text={kind.sort} />
                      </span>
                      <span class="life-lane">
                        <i
                          class={'layer' + (kind.keepSeconds === null ? ' ever' : '')}
                          style={{
                            width: kind.keepSeconds === null ? '100%' : `${place(kind.keepSeconds) * 100}%`,
                            background: layerGradient(kindColour(kinds, kind.kind), kind.keepSeconds),
                          }}
                        />
                        <span
                          class={
                            'life-keep' +
                            (kind.keepSeconds === null || place(kind.keepSeconds) > 0.9
                              ? ' inside'
                              : place(kind.keepSeconds) > 0.8
                                ? ' late'
                                : '')
                          }
                          style={kind.keepSeconds === null ? {} : { left: `${place(kind.keepSeconds) * 100}%` }}
                        >
                          {keep(kind.keepSeconds)}
                          {successor(kinds, kind) && place(kind.keepSeconds!) < 0.8 && (
                            <span class="lives-on">, lives on in {successor(kinds, kind)}</span>
                          )}
                        </span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

interface Placed {
  kind: Kind;
  /** Middle of the row, in pixels from the first group. */
  y: number;
}

function layout(kinds: Kind[]): Placed[] {
  const out: Placed[] = [];
  let y = 0;
  for (const group of groups(kinds)) {
    y += GROUP;
    for (const kind of group.kinds) {
      out.push({ kind, y: y + ROW / 2 });
      y += ROW;
    }
  }
  return out;
}

/** Where a layer ends, an arrow points to the layer that is computed from it. */
function Fold({ from, to, kinds }: { from: Placed; to: Placed; kinds: Kind[] }) {
  const top = Math.min(from.y, to.y);
  return (
    <span
      class={'fold' + (to.y < from.y ? ' upwards' : '')}
      style={{
        left: `${place(from.kind.keepSeconds!) * 100}%`,
        top: top + 'px',
        height: Math.abs(to.y - from.y) - 7 + 'px',
        color: kindColour(kinds, from.kind.kind),
      }}
    />
  );
}

/** The kind that is computed from this one, if this one expires. */
function successor(kinds: Kind[], kind: Kind): string | null {
  return kind.keepSeconds === null ? null : (kinds.find(other => other.source === kind.kind)?.kind ?? null);
}

/** One sentence that says what expires in this table and what stays. */
function story(kinds: Kind[]): string {
  const forgotten = kinds.filter(kind => kind.keepSeconds !== null && kind.declaration.startsWith('series'));
  const folded = kinds.filter(kind => kind.source);
  const raw = forgotten[0];
  if (!raw) return 'Everything here is kept until someone deletes it.';
  const first = `${raw.kind.charAt(0).toUpperCase()}${raw.kind.slice(1)} fade over ${keep(raw.keepSeconds)} and are gone`;
  return folded.length ? `${first}; before that they are folded into hours, days and months, which stay.` : `${first}.`;
}
