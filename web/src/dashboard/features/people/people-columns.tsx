import type { Person } from '@contract/admin-overview.ts';
import { roleNames } from '@contract/staff.ts';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { formatDay } from '@contract/nairobi-time.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './people-table.module.css';

/** The columns of the table of accounts. */
export function peopleColumns(
  ownId: string,
  onRole: (person: Person) => void,
  onReset: (person: Person) => void,
): Column<Person>[] {
  const action = (label: string, person: Person, act: (person: Person) => void) => (
    <Button variant="quiet" className={classNames('one-line', styles.action)} onClick={() => act(person)}>
      <span>{label}</span>
      {/* Distinguishes the buttons in a screen reader's list. */}
      <VisuallyHidden>: {person.name || person.email}</VisuallyHidden>
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
      header: 'Orders',
      from: 'wide',
      align: 'end',
      cell: ({ id, orders }) =>
        orders === 0 ? (
          '0'
        ) : (
          <Link to={`/admin/orders?account=${id}`} className={classNames('inline-row', styles.orders)}>
            {formatCount(orders)}
          </Link>
        ),
    },
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
