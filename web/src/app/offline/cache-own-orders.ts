import { me } from '@contract/current-user.ts';
import { listOrders, type Order } from '@contract/orders.ts';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '#lib/api/is-connection-error.ts';
import { deleteResponseCache, responseCache, listResponseCaches } from '#lib/api/response-cache.ts';

const prefix = 'orders-of-';
const listHash = hashKey([listOrders.path]);

/**
 * Stores the orders of the signed-in person, or of the guest of this browser, for offline use. Only one person's
 * orders are stored: they are deleted as soon as the shop reports that somebody else, or nobody, is signed in. An
 * order opened only through its link is not stored.
 */
export function cacheOwnOrders(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  /** Fetched before it was known who is signed in. */
  const early = new Set<Query>();

  const store = async (person: string, { queryHash, state }: Query) => {
    const { data, dataUpdatedAt: at } = state;
    // What staff read of others is nobody's own.
    if (data && (data as Partial<Order>).view !== 'staff')
      await responseCache(prefix + person).write(queryHash, { data, at });
  };
  const storeOrWait = (query: Query) => {
    const person = personNow(queryClient);
    if (person === null) early.add(query);
    else void store(person, query).catch(() => {});
  };
  const onPerson = (person: string) => {
    void dropOthers(person).catch(() => {});
    for (const query of early) void store(person, query).catch(() => {});
    early.clear();
  };

  const known = personNow(queryClient);
  if (known !== null) onPerson(known);
  for (const query of cache.getAll().filter(isOwnOrders)) {
    if (query.state.error) void restoreOrders(query).catch(() => {});
    else if (query.state.data) storeOrWait(query);
  }
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query } = event;
    if (event.action.type === 'success' && query.queryKey[0] === me.path) {
      const person = personNow(queryClient);
      if (person !== null) onPerson(person);
    } else if (!isOwnOrders(query)) return;
    else if (event.action.type === 'success') storeOrWait(query);
    else if (event.action.type === 'error') void restoreOrders(query).catch(() => {});
  });
}

/** The list, or one of its orders; not an order opened through a link. */
function isOwnOrders({ queryKey }: Query): boolean {
  const [path, order, key] = queryKey;
  return path === listOrders.path && order !== 'open' && key === undefined;
}

/** The signed-in person's id, or `guest`; null while it is not known. */
function personNow(queryClient: QueryClient): string | null {
  const user = queryClient.getQueryData<{ id: string } | null>([me.path]);
  return user === undefined ? null : (user?.id ?? 'guest');
}

async function dropOthers(person: string): Promise<void> {
  for (const part of await listResponseCaches())
    if (part.startsWith(prefix) && part !== prefix + person) await deleteResponseCache(part);
}

/**
 * Offline it cannot be checked who is signed in; it is taken to be the last person, the only one whose orders are
 * stored.
 */
async function restoreOrders(query: Query): Promise<void> {
  if (!isConnectionError(query.state.error)) return;
  const part = (await listResponseCaches()).find((one) => one.startsWith(prefix));
  if (!part) return;
  const own = responseCache(part);
  const cached = (await own.read(query.queryHash)) ?? (await fromList(own, query));
  if (!cached || !query.state.error || cached.at <= query.state.dataUpdatedAt) return;
  query.setState({ data: cached.data, dataUpdatedAt: cached.at, isInvalidated: true });
}

/** An order that was never opened may be in the list. */
async function fromList(own: ReturnType<typeof responseCache>, { queryKey }: Query) {
  const list = await own.read(listHash);
  const order = (list?.data as Order[] | undefined)?.find(({ id }) => id === queryKey[1]);
  return list && order ? { data: order, at: list.at } : null;
}
