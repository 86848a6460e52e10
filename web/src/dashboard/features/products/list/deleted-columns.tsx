import type { AdminProduct } from '@contract/admin.ts';
import { ArchiveRestore } from 'lucide-react';
import { showToast } from '#components/overlays/toast.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { productColumns } from './product-columns.tsx';

/** The columns of the table of deleted products. */
export function deletedColumns(): Column<AdminProduct>[] {
  return [
    ...productColumns(null).filter(({ header }) => header !== 'Sale'),
    {
      header: 'Deleted',
      sort: 'updatedAt',
      onPhone: 'figure',
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
    {
      header: 'Actions',
      onPhone: 'foot',
      cell: ({ id, name }) => (
        <RowAction
          variant="secondary"
          icon={<ArchiveRestore />}
          aria-label={`Restore ${name}`}
          act={() => callSql('restore_product', { p_id: id })}
          onDone={({ slug }) =>
            showToast({ title: 'Restored', description: `${name} is back as it was, at /product/${slug}.` })
          }
          failureTitle="Not restored"
        >
          Restore
        </RowAction>
      ),
    },
  ];
}
