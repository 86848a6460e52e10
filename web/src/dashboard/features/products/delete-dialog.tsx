import type { AdminProduct } from '@contract/admin.ts';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showToast } from '../../../components/toast.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { useDeleteProduct } from './product-queries.ts';
import { useOnce } from '../../../lib/use-once.ts';

type DeleteDialogProps = {
  /** Null: closed. */
  product: Pick<AdminProduct, 'id' | 'name'> | null;
  onClose(): void;
  /** It is erased, or only archived because orders name it. */
  onDeleted?(archived: boolean): void;
};

/** Asks before a product is deleted, and says afterwards what became of it. */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteProduct();
  const once = useOnce();
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () => {
    if (!product) return;
    once(() =>
      remove.mutateAsync(product.id).then(({ archived }) => {
        showToast(
          archived
            ? {
                title: 'Product archived',
                description: `${product.name} was ordered before: it is off sale, and the orders keep it.`,
                tone: 'info',
              }
            : { title: 'Product deleted', description: `${product.name} is erased.` },
        );
        close();
        onDeleted?.(archived);
      }),
    );
  };
  return (
    <ConfirmDialog
      isOpen={product !== null}
      title="Delete product"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      <p>Are you sure you want to delete this product?</p>
      <p>
        <strong>{product?.name}</strong> is erased if nobody ever ordered it. Otherwise it is archived from
        sale, for its orders need it.
      </p>
      {remove.isError ? (
        <Notice tone="error" title="Not deleted">
          {errorSentence(remove.error)}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
