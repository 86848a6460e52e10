import type { AdminProduct } from '@contract/admin.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { IconButton } from '../../../../components/icon-button.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { useChangeProducts } from '../product-queries.ts';

type ArchiveButtonProps = {
  product: AdminProduct;
  className: string | undefined;
  /** Of the word beside the icon. */
  wordClassName: string | undefined;
};

/** Takes a product off sale, or puts it on sale again. */
export function ArchiveButton({ product, className, wordClassName }: ArchiveButtonProps) {
  const change = useChangeProducts();
  const { id, name, isActive } = product;
  const word = isActive ? 'Archive' : 'Restore';
  const press = () =>
    change.mutate(
      // Without what was seen: pressed twice, or by two people, it is done once.
      { changes: [{ id, seen: {}, set: { isActive: !isActive } }] },
      {
        onSuccess: () =>
          showToast(
            isActive
              ? { title: 'Archived', description: `Shoppers no longer see ${name}.` }
              : { title: 'Restored', description: `${name} is on sale again.` },
          ),
        onError: (error) =>
          showToast({ title: 'Error', description: errorSentence(error), error, tone: 'destructive' }),
      },
    );
  return (
    <IconButton
      label={`${word} ${name}`}
      className={className}
      icon={
        <>
          {isActive ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />}
          <span className={wordClassName}>{word}</span>
        </>
      }
      aria-disabled={change.isPending || undefined}
      onClick={change.isPending ? undefined : press}
    />
  );
}
