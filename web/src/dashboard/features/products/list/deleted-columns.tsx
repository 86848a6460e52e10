import type { AdminProduct } from '@contract/admin.ts';
import { ArchiveRestore } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { useRestoreDeleted } from '../product-queries.ts';
import { type Parts, productColumns } from './product-columns.tsx';

/** The columns of the table of deleted products. */
export function deletedColumns({ picture }: Pick<Parts, 'picture'>): Column<AdminProduct>[] {
  return [
    ...productColumns({ picture, onDelete: null }).filter(({ header }) => header !== 'Sale'),
    {
      header: 'Deleted',
      sort: 'updatedAt',
      onPhone: 'figure',
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
    { header: 'Actions', onPhone: 'foot', cell: (product) => <Restore product={product} /> },
  ];
}

/** Brings a deleted product back. */
function Restore({ product: { id, name } }: { product: AdminProduct }) {
  const restore = useRestoreDeleted();
  // Not with the callbacks of `mutate`: by then the product has left the list, and this button with it.
  const press = async () => {
    try {
      const { slug } = await restore.mutateAsync(id);
      showToast({ title: 'Restored', description: `${name} is back as it was, at /product/${slug}.` });
    } catch (error) {
      showFailure('Not restored', error);
    }
  };
  return (
    <Button
      variant="secondary"
      icon={<ArchiveRestore />}
      aria-label={`Restore ${name}`}
      busy={restore.isPending}
      onClick={press}
    >
      Restore
    </Button>
  );
}
