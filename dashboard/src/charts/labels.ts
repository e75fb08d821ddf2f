/** Labels below a time axis: what changes from tick to tick, and the day where it begins. */

const DAY = 86_400_000;
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const precise = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

export function axisLabels(ticks: number[], step: number): string[] {
  return ticks.map(at => {
    const date = new Date(at);
    const midnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
    if (step >= 28 * DAY) return month.format(date);
    if (step >= DAY || midnight) return day.format(date);
    return (step < 60_000 ? precise : time).format(date);
  });
}
