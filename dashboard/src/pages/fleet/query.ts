/** The state of the list of devices, as the address holds it. */
export interface DeviceQuery {
  q: string;
  status: string;
  location: string;
  online: string;
  sort: string;
  order: 'asc' | 'desc';
  page: string;
  /** How many devices come before this page; only for "51–100 of 200". */
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

/** Names read upwards, numbers and times are most interesting from above. */
export function orderFor(sort: string): 'asc' | 'desc' {
  return sort === 'deviceId' || sort === 'name' ? 'asc' : 'desc';
}

/** A change of what is listed begins at the first page again. */
export function listing(changes: Record<string, string | null>): Record<string, string | null> {
  return { page: null, offset: null, ...changes };
}

/** Tokens lead forwards only, so the way here is remembered. */
const cameFrom = new Map<string, { page: string; offset: number }>();

export function pageAfter(query: DeviceQuery, next: string, offset: number): Record<string, string | null> {
  cameFrom.set(next, { page: query.page, offset: query.offset });
  return { page: next, offset: String(offset) };
}

/** The page before, or the first one where the reader came by a link. */
export function pageBefore(query: DeviceQuery): Record<string, string | null> {
  const before = cameFrom.get(query.page);
  return before?.page ? { page: before.page, offset: String(before.offset) } : listing({});
}

/** A second click on a column turns its order around. */
export function sorting(query: DeviceQuery, column: string): Record<string, string | null> {
  const order = query.sort === column ? (query.order === 'asc' ? 'desc' : 'asc') : orderFor(column);
  return listing({ sort: column, order });
}
