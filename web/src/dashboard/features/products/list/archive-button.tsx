import type { AdminProduct } from '@contract/admin.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { useChangeProducts } from '../product-queries.ts';

type ArchiveButtonProps = { product: AdminProduct; className: string | undefined };

/** Takes a product off sale, or puts it on sale again. */
export function ArchiveButton({ product, className }: ArchiveButtonProps) {
  const change = useChangeProducts();
  const { id, name, isActive } = product;
  const label = isActive ? 'Archive' : 'Restore';
  // Not with the callbacks of `mutate`: by then the product may have left a filtered list, and this button with it.
  const press = async () => {
    try {
      // Without the seen value: clicked twice, or by two people, it is done once.
      await change.mutateAsync({ changes: [{ id, seen: {}, set: { isActive: !isActive } }] });
      showToast(
        isActive
          ? { title: 'Archived', description: `Shoppers no longer see ${name}.` }
          : { title: 'Restored', description: `${name} is on sale again.` },
      );
    } catch (error) {
      showFailure('Error', error);
    }
  };
  return (
    <IconButton
      label={`${label} ${name}`}
      className={className}
      icon={isActive ? <Archive /> : <ArchiveRestore />}
      aria-disabled={change.isPending || undefined}
      onClick={change.isPending ? undefined : press}
    />
  );
}
