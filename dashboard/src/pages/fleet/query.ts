/** The state of the list of devices, as it is in the address. */
export interface DeviceQuery {
  q: string;
  status: string;
  location: string;
  online: string;
  sort: string;
  order: 'asc' | 'desc';
  page: string;
  /** The number of devices before this page, only for "51–100 of 200". */
  offset: number;
}

export const PAGE_SIZE = 50;

export function queryOf(search: URLSearchParams): DeviceQuery {
  const text = (name: string) => search.get(name) ?? '';
  return {
    q: text('q'),
    status: text('status'),
    location: text('location'),
    online: ['true', 'false'].includes(text('online')) ? text('online') : '',
    sort: text('sort') || 'alerts',
    order:
      text('order') === 'asc' || text('order') === 'desc'
        ? (text('order') as 'asc' | 'desc')
        : orderFor(text('sort') || 'alerts'),
    page: text('page'),
    offset: Math.max(0, Math.trunc(Number(text('offset')) || 0)),
  };
}

/** Names start in ascending order, numbers and times in descending order. */
export function orderFor(sort: string): 'asc' | 'desc' {
  return sort === 'deviceId' || sort === 'name' ? 'asc' : 'desc';
}

/** A change of the list starts at the first page. */
export function listing(changes: Record<string, string | null>): Record<string, string | null> {
  return { page: null, offset: null, ...changes };
}

/** Page tokens lead only forwards, so the pages before are remembered. */
const cameFrom = new Map<string, { page: string; offset: number }>();

export function pageAfter(query: DeviceQuery, next: string, offset: number): Record<string, string | null> {
  cameFrom.set(next, { page: query.page, offset: query.offset });
  return { page: next, offset: String(offset) };
}

/** The page before, or the first one if the user came by a link. */
export function pageBefore(query: DeviceQuery): Record<string, string | null> {
  const before = cameFrom.get(query.page);
  return before?.page ? { page: before.page, offset: String(before.offset) } : listing({});
}

/** A second click on a column reverses its order. */
export function sorting(query: DeviceQuery, column: string): Record<string, string | null> {
  const order = query.sort === column ? (query.order === 'asc' ? 'desc' : 'asc') : orderFor(column);
  return listing({ sort: column, order });
}
