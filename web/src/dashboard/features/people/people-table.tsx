import type { User } from '@contract/auth.ts';
import { useMemo, useState } from 'react';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { roleNames } from '@contract/staff.ts';
import { ShieldCheck } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { formatDay } from '@contract/nairobi-time.ts';
import styles from './people-table.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { forgetUser, meKey, useMe } from '#account/account-queries.ts';
import { InviteStaff } from './invite-staff.tsx';

/** The columns that the table can be sorted by. */
const sorts = ['createdAt', 'name'] as const;

const filters: readonly TableFilter<'q' | 'role'>[] = [
  { name: 'q', kind: 'search', label: 'Name, e-mail or phone' },
  choiceOf('role', 'Role', 'Staff', [
    { value: 'admin', label: 'Admins' },
    { value: 'customer', label: 'Customers' },
    { value: 'all', label: 'Everybody' },
  ]),
];

type PeopleTableProps = {
  /** The admin's own account. */
  ownId: string;
  onOwnRole(user: User): void;
};

/** Every account, found by name, e-mail or phone, with its role. */
export function PeopleTable({ ownId, onOwnRole }: PeopleTableProps) {
  const address = useTableAddress({
    sorts,
    defaultSort: { by: 'createdAt', descending: true },
    filters,
  });
  const { q, role } = address.filters;
  // Of staff, or of everybody who has the words of a search.
  const wanted = role || (q.trim() ? 'all' : 'staff');
  const list = sqlList('find_people', {
    p_search: q,
    p_role: wanted === 'all' ? '' : wanted,
    p_sort: address.sort.by,
    p_descending: address.sort.descending,
  });
  const [chosen, setChosen] = useState<User | null>(null);
  const [reset, setReset] = useState<User | null>(null);
  const columns = useMemo(() => peopleColumns(ownId, setChosen, setReset), [ownId]);
  return (
    <>
      <AdminTable
        query={useRows(list, address.after)}
        address={address}
        filters={filters}
        caption="People"
        // Who is searched for may be a customer.
        heading={<h3>{wanted === 'staff' ? 'Staff' : 'Accounts'}</h3>}
        noun="people"
        columns={columns}
        notFound="No account has all of these words in its name, e-mail or phone."
      />
      {chosen ? (
        <RoleDialog person={chosen} ownId={ownId} onClose={() => setChosen(null)} onOwnRole={onOwnRole} />
      ) : null}
      {reset ? <ResetFactorDialog person={reset} onClose={() => setReset(null)} /> : null}
    </>
  );
}

/** Removes the authenticator app of somebody who has lost phone and recovery codes. */
function ResetFactorDialog({ person, onClose }: { person: User; onClose(): void }) {
  const name = person.name || person.email;
  return (
    <ConfirmAction
      title={`Reset the second factor of ${name}`}
      confirmLabel="Reset"
      danger
      act={() => callSql('reset_second_factor', { p_user_id: person.id })}
      onDone={() => {
        showToast({
          title: 'Second factor reset',
          description: `${name} is signed out everywhere.`,
          tone: 'info',
        });
        sendMessagesNow();
      }}
      failureTitle="Not reset"
      onClose={onClose}
    >
      <p>
        Make sure that it is <strong>{name}</strong> who asks. They are signed out everywhere, set up an app
        at the next sign-in with their password, and get a mail about it at {person.email}.
      </p>
    </ConfirmAction>
  );
}

/** The columns of the table of accounts. */
function peopleColumns(
  ownId: string,
  onRole: (person: User) => void,
  onReset: (person: User) => void,
): Column<User>[] {
  const action = (label: string, person: User, act: (person: User) => void) => (
    <Button variant="quiet" className={`one-line ${styles.action}`} onClick={() => act(person)}>
      <span>{label}</span>
      {/* Distinguishes the buttons in a screen reader's list. */}
      <span className="visually-hidden">: {person.name || person.email}</span>
    </Button>
  );
  return [
    {
      header: 'Name',
      sort: 'name',
      onPhone: 'name',
      width: 'limited',
      cell: ({ id, name }) => (
        <span className="strong">
          {name || <span className="quiet light">No name</span>}
          {id === ownId ? <span className="quiet light"> (you)</span> : null}
        </span>
      ),
    },
    {
      header: 'Role',
      onPhone: 'figure',
      cell: ({ role }) =>
        role !== 'customer' ? (
          <span className="inline-row gap-1 primary strong one-line">
            <ShieldCheck size={16} />
            {roleNames[role]}
          </span>
        ) : (
          roleNames.customer
        ),
    },
    {
      header: 'E-mail',
      onPhone: 'line',
      width: 'rest',
      cell: ({ email }) => email,
    },
    { header: 'Phone', from: 'medium', cell: ({ phone }) => phone ?? '–' },
    {
      from: 'wide',
      header: 'Since',
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDay(createdAt),
    },
    {
      header: 'Access',
      onPhone: 'state',
      cell: (person) => (
        <span className="flex wrap gap-3">
          {action('Change role', person, onRole)}
          {person.role !== 'customer' && person.id !== ownId
            ? action('Reset second factor', person, onReset)
            : null}
        </span>
      ),
    },
  ];
}

/** `/admin/people`: accounts and their roles. */
export function PeopleTab() {
  const me = useMe();
  const queryClient = useQueryClient();
  // Whoever leaves the staff was signed out everywhere.
  const renew = ({ role }: User) =>
    role === 'customer' ? forgetUser(queryClient) : queryClient.invalidateQueries({ queryKey: meKey });
  return (
    <>
      <InviteStaff />
      <PeopleTable ownId={me.data?.id ?? ''} onOwnRole={(user) => void renew(user)} />
    </>
  );
}
