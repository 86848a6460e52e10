import type { AttemptFilter, AttemptPage, AttemptRow } from '@contract/admin-transactions.ts';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { useAdminRows } from '../../../lib/use-admin-rows.ts';

/** Rows of a page of the table. */
export const attemptPageSize = 50;

export function useAttemptPage(filter: AttemptFilter, page: number) {
  return useAdminRows<AttemptRow>(['attempts', 'table', filter, page], (signal) =>
    listAttemptPage(filter, page, attemptPageSize, signal),
  );
}

/** One page of the attempts a filter means, newest first; searched and counted in Postgres. */
export async function listAttemptPage(
  filter: AttemptFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<AttemptPage> {
  const database = await adminDatabase();
  const { data } = await answerOf(
    database
      .rpc('list_attempt_page', { p_filter: filter, p_page: page, p_page_size: pageSize })
      .abortSignal(signal),
  );
  return data as AttemptPage;
}
