import { setUserRole } from '@contract/admin-requests.ts';
import type { Person } from '@contract/admin-overview.ts';
import type { UserRole } from '@contract/auth.ts';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminDatabase, answerOf } from '../../lib/admin-database.ts';
import type { TableSort } from '../../lib/table-address.ts';
import { type PageOfRows, useAdminRows, useRefreshAdmin } from '../../lib/use-admin-rows.ts';

export const peoplePageSize = 50;

/** What the table can be ordered by. */
export const peopleSorts = ['createdAt', 'name'] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const peopleFilters = ['q', 'role'] as const;

type Question = {
  page: number;
  sort: TableSort<PeopleSort>;
  filters: Record<(typeof peopleFilters)[number], string>;
};

/** One page of the accounts: searched, sorted and counted in Postgres. */
export function usePeople({ page, sort, filters }: Question) {
  return useAdminRows<Person>(
    ['people', page, sort.by, sort.descending, filters.q, filters.role],
    async (signal): Promise<PageOfRows<Person>> => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database
          .rpc('find_people', {
            p_search: filters.q,
            p_role: filters.role,
            p_sort: sort.by,
            p_descending: sort.descending,
            p_limit: peoplePageSize,
            p_offset: (page - 1) * peoplePageSize,
          })
          .abortSignal(signal),
      );
      const { people, total } = data as unknown as { people: Person[]; total: number };
      return { rows: people, total };
    },
  );
}

/** Gives or takes the admin role; works with the person's next request. */
export function useSetRole() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: UserRole }) =>
      callApi(setUserRole, { params: { id }, body: { role } }),
    onSuccess: refresh,
  });
}
