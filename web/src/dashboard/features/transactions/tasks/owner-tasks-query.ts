import { useInfiniteQuery } from '@tanstack/react-query';
import { askDatabase } from '../../../lib/admin-database.ts';
import { adminKey } from '../../../lib/admin-queries.ts';

/** Tasks that are read at a time. */
const partSize = 20;

/** The owner's tasks: open ones first, the oldest on top; then the closed ones, newest first. */
export function useOwnerTasks() {
  return useInfiniteQuery({
    queryKey: [adminKey, 'tasks', 'list'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      askDatabase((database) =>
        database.rpc('list_owner_tasks', { p_limit: partSize, p_offset: pageParam }).abortSignal(signal),
      ),
    getNextPageParam: (last, all) => (last.length < partSize ? undefined : all.length * partSize),
    staleTime: 0,
  });
}
