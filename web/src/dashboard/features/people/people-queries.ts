import type { UserRole } from '@contract/auth.ts';
import type { TableFilter } from '#dashboard/components/table-filters.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { pageSize, useAdminRows, useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { withPassword } from '#dashboard/lib/password-again.ts';
import type { TableAddress } from '#dashboard/lib/table-address.ts';

/** The columns that the table can be sorted by. */
export const peopleSorts = ['createdAt', 'name'] as const;
type PeopleSort = (typeof peopleSorts)[number];

export const peopleFilters: readonly TableFilter<'q' | 'role'>[] = [
  { name: 'q', kind: 'search', label: 'Name, e-mail or phone' },
  {
    name: 'role',
    kind: 'choice',
    label: 'Role',
    options: [
      { value: '', label: 'Everybody' },
      { value: 'admin', label: 'Admins' },
      { value: 'customer', label: 'Customers' },
    ],
  },
];

/** One page of the accounts: searched, sorted and counted in Postgres. */
export function usePeople({ page, sort, filters }: TableAddress<PeopleSort, 'q' | 'role'>) {
  return useAdminRows(['people', page, sort, filters], async (signal) => {
    const { people, total } = await callSql(
      'find_people',
      {
        p_search: filters.q,
        p_role: filters.role,
        p_sort: sort.by,
        p_descending: sort.descending,
        p_limit: pageSize,
        p_offset: (page - 1) * pageSize,
      },
      signal,
    );
    return { rows: people, total };
  });
}

/**
 * Grants the admin role, for which the person must sign in again, or removes it, effective from their next request.
 */
export function useSetRole() {
  return useAdminWrite(({ id, role }: { id: string; role: UserRole }) =>
    withPassword(() => callSql('set_user_role', { p_user_id: id, p_role: role })),
  );
}
