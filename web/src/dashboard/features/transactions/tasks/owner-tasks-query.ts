import { useInfiniteQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';

/** The number of tasks per request. */
const partSize = 20;

/** The owner's tasks: open ones first, oldest first; then closed ones, newest first. */
export function useOwnerTasks() {
  return useInfiniteQuery({
    queryKey: [adminKey, 'tasks', 'list'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callSql('list_owner_tasks', { p_limit: partSize, p_offset: pageParam }, signal),
    getNextPageParam: (last, all) => (last.length < partSize ? undefined : all.length * partSize),
    staleTime: 0,
  });
}
