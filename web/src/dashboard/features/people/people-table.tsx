import type { Person } from '@contract/admin-overview.ts';
import type { User } from '@contract/auth.ts';
import { useMemo, useState } from 'react';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { peopleColumns } from './people-columns.tsx';
import { peopleFilters, peopleSorts, usePeople } from './people-queries.ts';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

type PeopleTableProps = {
  /** The admin's own account. */
  ownId: string;
  onOwnRole(user: User): void;
};

/** Every account, found by name, e-mail or phone, with its role. */
export function PeopleTable({ ownId, onOwnRole }: PeopleTableProps) {
  const address = useTableAddress({
    sorts: peopleSorts,
    defaultSort: { by: 'createdAt', descending: true },
    filters: peopleFilters,
  });
  const [chosen, setChosen] = useState<Person | null>(null);
  const [reset, setReset] = useState<Person | null>(null);
  const columns = useMemo(() => peopleColumns(ownId, setChosen, setReset), [ownId]);
  return (
    <>
      <AdminTable
        query={usePeople(address)}
        address={address}
        filters={peopleFilters}
        caption="People"
        // Who is searched for may be a customer.
        heading={<h3>{address.filters.role || address.filters.q.trim() ? 'Accounts' : 'Staff'}</h3>}
        noun="people"
        columns={columns}
        notFound="No account has all of these words in its name, e-mail or phone."
      />
      <RoleDialog person={chosen} ownId={ownId} onClose={() => setChosen(null)} onOwnRole={onOwnRole} />
      <ResetFactorDialog person={reset} onClose={() => setReset(null)} />
    </>
  );
}
