import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';
import type { TableAddress } from '#dashboard/lib/table-address.ts';

/** The columns that the table can be sorted by. */
export const peopleSorts = ['createdAt', 'name'] as const;
type PeopleSort = (typeof peopleSorts)[number];

export const peopleFilters: readonly TableFilter<'q' | 'role'>[] = [
  { name: 'q', kind: 'search', label: 'Name, e-mail or phone' },
  choiceOf('role', 'Role', 'Staff', [
    { value: 'admin', label: 'Admins' },
    { value: 'customer', label: 'Customers' },
    { value: 'all', label: 'Everybody' },
  ]),
];

/** One page of the accounts, searched and sorted in Postgres: of staff, or of everybody who has the words of a search. */
export function usePeople({ after, sort, filters }: TableAddress<PeopleSort, 'q' | 'role'>) {
  const role = filters.role || (filters.q.trim() ? 'all' : 'staff');
  return useAdminRows(['people', after, sort, filters], (signal) =>
    callSql(
      'find_people',
      {
        p_search: filters.q,
        p_role: role === 'all' ? '' : role,
        p_sort: sort.by,
        p_descending: sort.descending,
        p_limit: pageSize,
        p_after: after,
      },
      signal,
    ),
  );
}
