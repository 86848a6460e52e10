import {
  keepPreviousData,
  useInfiniteQuery,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';
import type { PageOfRows, RowCursor } from '@contract/admin.ts';
import { isUuid } from '@contract/uuid.ts';
import { callSql } from './admin-database.ts';

/** The number of rows on a page of the dashboard's tables. */
export const pageSize = 50;

/** The first part of every query key of the dashboard. */
export const adminKey = 'admin';

/** Refetched whenever the tab gets the focus, because other people work on the same data. */
export const alwaysStale = {
  staleTime: 0,
  gcTime: 300_000,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
} as const;

type SqlName = Parameters<typeof callSql>[0];

/** A query that calls a SQL function; its key is the call. */
export function sqlQuery<Name extends SqlName>(
  ...call: [name: Name, args: Parameters<typeof callSql<Name>>[1]]
) {
  return queryOptions({
    queryKey: [adminKey, ...call],
    queryFn: ({ signal }) => callSql(...call, signal),
  });
}

type SqlOptions = {
  /** The id in the address: when it is no id, the data is null and nothing is asked. */
  of?: string;
  enabled?: boolean;
  gcTime?: number;
  refetchInterval?: number;
  refetchOnWindowFocus?: boolean;
  placeholderData?: typeof keepPreviousData;
};

/** What a SQL function replies, read again whenever it is shown. */
export function useSql<Name extends SqlName>(
  name: Name,
  args: Parameters<typeof callSql<Name>>[1],
  { of, ...options }: SqlOptions = {},
) {
  const isNone = of !== undefined && !isUuid(of);
  return useQuery({
    ...alwaysStale,
    ...sqlQuery<Name>(name, args),
    ...options,
    ...(isNone && { enabled: false, initialData: null as unknown as undefined }),
  });
}

/** What a SQL function lists: the call, and how some of the rows behind another one are read. */
export const sqlList = <Name extends SqlName>(
  name: Name,
  args: Omit<Parameters<typeof callSql<Name>>[1], 'p_limit' | 'p_after'>,
) => ({
  call: [name, args] as readonly unknown[],
  read: (count: number, after?: RowCursor | number | null, signal?: AbortSignal) => {
    const all = { ...args, p_limit: count, p_after: after ?? undefined };
    return callSql<Name>(name, all as Parameters<typeof callSql<Name>>[1], signal);
  },
});

/** Of which a table shows pages, and an export all. */
export type SqlList<Page> = {
  call: readonly unknown[];
  read(count: number, after?: RowCursor | number | null, signal?: AbortSignal): Promise<Page>;
};

/** One page of a table. The current page stays until the next one is loaded. */
export const useRows = <Page extends PageOfRows<unknown>>(
  { call, read }: SqlList<Page>,
  after: RowCursor | number | undefined,
  options?: SqlOptions,
) =>
  useQuery({
    ...alwaysStale,
    queryKey: [adminKey, ...call, after],
    queryFn: ({ signal }) => read(pageSize, after, signal),
    placeholderData: keepPreviousData,
    ...options,
  });

/** The first page of a list, and with `fetchNextPage` the next below it. */
export const useMoreRows = <Row>({ call, read }: SqlList<PageOfRows<Row>>, count = pageSize) =>
  useInfiniteQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'more', ...call],
    initialPageParam: undefined as RowCursor | undefined,
    queryFn: ({ pageParam, signal }) => read(count, pageParam, signal),
    getNextPageParam: ({ after }) => after ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
  });

/** The first part of the query keys of what the shop shows of products, stock, delivery, and of itself. */
const shownInShop =
  /^\/api\/(products|product-count|facets|search|suggestions|delivery|fit|shop-details|shop-texts)/;

/** How long an action waits at most until the screen shows what it has changed, in milliseconds. */
const refreshMs = 2_000;

/**
 * After a write: refetches the dashboard's data and what the storefront shows of products. Resolves when the screen shows them, so
 * that a button stays busy until its row is up to date; or after two seconds, because the change has been made and the
 * slowest query of the page may have nothing to do with it. A query that fails says so where its data is shown.
 */
export function useRefreshAdmin(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const refetched = refetchAfterWrite(
      queryClient,
      ([path]) => path === adminKey || shownInShop.test(String(path)),
    );
    await Promise.race([refetched, new Promise((resolve) => setTimeout(resolve, refreshMs))]);
  }, [queryClient]);
}

/** A write, after which the dashboard's data is refetched; also after a refusal, to show somebody else's change. */
export function useAdminWrite<Request, Reply>(write: (request: Request) => Promise<Reply>) {
  return useMutation({ mutationFn: write, onSettled: useRefreshAdmin() });
}
