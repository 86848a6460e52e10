import type { Person } from '@contract/admin-overview.ts';
import type { User } from '@contract/auth.ts';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../components/filter-bar.tsx';
import { useTableAddress } from '../../lib/table-address.ts';
import { TableScreen } from '../../components/table-screen.tsx';
import { peopleColumns } from './people-columns.tsx';
import { peopleFilters, peoplePageSize, type PeopleSort, peopleSorts, usePeople } from './people-queries.ts';
import { RoleDialog } from './role-dialog.tsx';

const roles = [
  { value: '', label: 'Everybody' },
  { value: 'admin', label: 'Admins' },
  { value: 'customer', label: 'Customers' },
];

type PeopleTableProps = {
  /** The account of who looks. */
  ownId: string;
  onOwnRole(user: User): void;
};

/** Every account: found by name, e-mail or phone, with its role. */
export function PeopleTable({ ownId, onOwnRole }: PeopleTableProps) {
  const address = useTableAddress({
    sorts: peopleSorts,
    defaultSort: { by: 'createdAt', descending: true },
    filters: peopleFilters,
  });
  const { page, sort, filters } = address;
  const rows = usePeople({ page, sort, filters });
  const [chosen, setChosen] = useState<Person | null>(null);
  const columns = useMemo(() => peopleColumns(ownId, setChosen), [ownId]);
  return (
    <>
      <FilterBar isFiltered={address.isFiltered} onClear={address.clear}>
        <SearchFilter
          label="Name, e-mail or phone"
          value={filters.q}
          onChange={(q) => address.setFilters({ q })}
          autoComplete="off"
        />
        <ChoiceFilter
          label="Role"
          value={filters.role}
          options={roles}
          onChange={(role) => address.setFilters({ role })}
        />
      </FilterBar>
      <TableScreen
        rows={rows}
        caption="People"
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        // A name that is no sort of this table is never offered by it.
        onSort={(by) => address.setSort(by as PeopleSort)}
        page={page}
        pageSize={peoplePageSize}
        onPage={address.setPage}
        noun="people"
        empty={
          <EmptyState
            title="Nobody found"
            description="No account has all of these words in its name, e-mail or phone."
            action={
              <Button variant="secondary" onClick={address.clear}>
                Show everybody
              </Button>
            }
          />
        }
      />
      <RoleDialog person={chosen} ownId={ownId} onClose={() => setChosen(null)} onOwnRole={onOwnRole} />
    </>
  );
}
