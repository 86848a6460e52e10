import { type AdminProduct, deleteProduct } from '@contract/admin.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';

type DeleteDialogProps = {
  product: Pick<AdminProduct, 'id' | 'name'>;
  onClose(): void;
  /** Called when it was deleted, or archived because it was ordered before. */
  onDeleted?(): void;
};

/** Asks for confirmation before a product is deleted, and shows the result. */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const onDone = ({ archived }: { archived: boolean }) => {
    showToast(
      archived
        ? {
            title: 'Product archived',
            description: `${product.name} was ordered before: it is off sale, and its orders keep it.`,
            tone: 'info',
          }
        : { title: 'Product deleted', description: `${product.name} is deleted.` },
    );
    onDeleted?.();
  };
  return (
    <ConfirmAction
      title="Delete product"
      confirmLabel="Delete"
      danger
      act={() => callApi(deleteProduct, { params: { id: product.id } })}
      onDone={onDone}
      failureTitle="Not deleted"
      onClose={onClose}
    >
      <p>Are you sure you want to delete this product?</p>
      <p>
        <strong>{product.name}</strong> is deleted if nobody has ever ordered it. Otherwise it is archived,
        because its orders need it.
      </p>
    </ConfirmAction>
  );
}
