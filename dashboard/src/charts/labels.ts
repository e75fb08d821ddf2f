/** Labels of a time axis: the part that changes from tick to tick, and the day where it begins. */

const DAY = 86_400_000;

const labels = (timeZone?: 'UTC') => {
  const zone = timeZone ? { timeZone } : {};
  return {
    time: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', ...zone }),
    precise: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', ...zone }),
    day: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...zone }),
    month: new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', ...zone }),
  };
};
const here = labels();
const everywhere = labels('UTC');

/** In the user's zone, or in UTC for tiers that count days of UTC. */
export function axisLabels(ticks: number[], step: number, utc = false): string[] {
  const { time, precise, day, month } = utc ? everywhere : here;
  return ticks.map(at => {
    const date = new Date(at);
    const midnight = utc ? at % DAY === 0 : date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
    if (step >= 28 * DAY) return month.format(date);
    if (step >= DAY || midnight) return day.format(date);
    return (step < 60_000 ? precise : time).format(date);
  });
}
