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
    order: text('order') === 'asc' || text('order') === 'desc' ? (text('order') as 'asc' | 'desc') : orderFor(text('sort') || 'alerts'),
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

/** A second click on a column turns its order around. */
export function sorting(query: DeviceQuery, column: string): Record<string, string | null> {
  const order = query.sort === column ? (query.order === 'asc' ? 'desc' : 'asc') : orderFor(column);
  return listing({ sort: column, order });
}
