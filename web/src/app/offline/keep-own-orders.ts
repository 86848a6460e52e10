import { me } from '@contract/current-user.ts';
import { listOrders, type Order } from '@contract/orders.ts';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { isConnectionError } from '../../lib/is-connection-error.ts';
import { deleteKeptAnswers, keptAnswers, keptParts } from '../../lib/kept-answers.ts';

const prefix = 'orders-of-';
const listHash = hashKey([listOrders.path]);

/**
 * Stores the orders of the signed-in person, or of the guest of this browser, for offline use. Orders of one person at
 * most: as soon as the shop says that somebody else is signed in, or nobody any more, they are deleted. An order that
 * was opened by its link alone is not kept.
 */
export function keepOwnOrders(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  /** Answered before it was known who is signed in. */
  const early = new Set<Query>();

  const keep = async (person: string, { queryHash, state }: Query) => {
    const { data, dataUpdatedAt: at } = state;
    if (data) await keptAnswers(prefix + person).keep(queryHash, { data, at });
  };
  const keepOrWait = (query: Query) => {
    const person = personNow(queryClient);
    if (person === null) early.add(query);
    else void keep(person, query).catch(() => {});
  };
  const onPerson = (person: string) => {
    void dropOthers(person).catch(() => {});
    for (const query of early) void keep(person, query).catch(() => {});
    early.clear();
  };

  const known = personNow(queryClient);
  if (known !== null) onPerson(known);
  for (const query of cache.getAll().filter(isOwnOrders)) {
    if (query.state.error) void showKept(query).catch(() => {});
    else if (query.state.data) keepOrWait(query);
  }
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query } = event;
    if (event.action.type === 'success' && query.queryKey[0] === me.path) {
      const person = personNow(queryClient);
      if (person !== null) onPerson(person);
    } else if (!isOwnOrders(query)) return;
    else if (event.action.type === 'success') keepOrWait(query);
    else if (event.action.type === 'error') void showKept(query).catch(() => {});
  });
}

/** The list, or one order of it; without the key of a link. */
function isOwnOrders({ queryKey }: Query): boolean {
  const [path, order, key] = queryKey;
  return path === listOrders.path && order !== 'open' && key === undefined;
}

/** Who is signed in, as far as the shop has said; null when it has not. */
function personNow(queryClient: QueryClient): string | null {
  const user = queryClient.getQueryData<{ id: string } | null>([me.path]);
  return user === undefined ? null : (user?.id ?? 'guest');
}

async function dropOthers(person: string): Promise<void> {
  for (const part of await keptParts())
    if (part.startsWith(prefix) && part !== prefix + person) await deleteKeptAnswers(part);
}

/** Without a connection nobody can say who is signed in: it is the last person, the only one whose orders are stored. */
async function showKept(query: Query): Promise<void> {
  if (!isConnectionError(query.state.error)) return;
  const part = (await keptParts()).find((one) => one.startsWith(prefix));
  if (!part) return;
  const own = keptAnswers(part);
  const answer = (await own.read(query.queryHash)) ?? (await fromList(own, query));
  if (!answer || !query.state.error || answer.at <= query.state.dataUpdatedAt) return;
  query.setState({ data: answer.data, dataUpdatedAt: answer.at, isInvalidated: true });
}

/** An order that was not opened may be in the list. */
async function fromList(own: ReturnType<typeof keptAnswers>, { queryKey }: Query) {
  const list = await own.read(listHash);
  const order = (list?.data as Order[] | undefined)?.find(({ id }) => id === queryKey[1]);
  return list && order ? { data: order, at: list.at } : null;
}
