import type { OwnerTask } from '@contract/admin.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/use-admin-rows.ts';

/** Tasks of one part of the list. */
const partSize = 20;

/** The owner's tasks: open ones first, the oldest on top; then the closed, newest first. A part at a time. */
export function useOwnerTasks() {
  return useInfiniteQuery({
    queryKey: [adminKey, 'tasks', 'list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database.rpc('list_owner_tasks', { p_limit: partSize, p_offset: pageParam }).abortSignal(signal),
      );
      return data as OwnerTask[];
    },
    getNextPageParam: (last, all) => (last.length < partSize ? undefined : all.length * partSize),
    staleTime: 0,
  });
}
