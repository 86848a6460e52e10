import type { AdminProduct } from '@contract/admin.ts';
import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '../../../components/button.tsx';
import { PageMeta } from '../../../components/page-meta.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { showToast } from '../../../components/toast.tsx';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './edit-product.module.css';
import { ProductForm } from './form/product-form.tsx';
import { valuesOf } from './form/product-values.ts';
import { useProductForm } from './form/use-product-form.ts';
import { ProductNotThere, ProductPageFrame } from './product-page-frame.tsx';
import { useProductToEdit } from './product-queries.ts';

export type EditProductProps = {
  id: string;
  /** What changed on this product; `onRestored` takes a product as it is after an older state was restored. */
  renderHistory(onRestored: (product: AdminProduct) => void): ReactNode;
};

/** One product: its form, and its history beside it. */
export function EditProduct({ id, renderHistory }: EditProductProps) {
  const product = useProductToEdit(id);
  return (
    <>
      {/* Its name, for who has several products open in tabs. */}
      <PageMeta title={`${product.data?.name ?? 'Edit Product'}, Admin Dashboard`} />
      {product.data ? (
        <EditProductForm key={id} product={product.data} renderHistory={renderHistory} />
      ) : (
        <ProductNotThere product={product} />
      )}
    </>
  );
}

type EditProductFormProps = Pick<EditProductProps, 'renderHistory'> & { product: AdminProduct };

function EditProductForm({ product, renderHistory }: EditProductFormProps) {
  const navigate = useNavigate();
  const [toDelete, setToDelete] = useState<AdminProduct | null>(null);
  const form = useProductForm({
    scope: product.id,
    initialValues: valuesOf(product),
    product,
    onSaved: (saved) => showToast({ title: 'Product updated', description: `${saved.name} is saved.` }),
  });
  const shown = form.base ?? product;
  return (
    <ProductPageFrame
      title={shown.name}
      aside={
        <>
          <div className={styles.state}>
            <StatusBadge tone={shown.isActive ? 'good' : 'neutral'}>
              {shown.isActive ? 'Active' : 'Archived'}
            </StatusBadge>
            <span className={styles.updated}>Updated {formatDayAndTime(shown.updatedAt)}</span>
          </div>
          <div className={styles.actions}>
            <LinkButton
              variant="secondary"
              icon={<Copy aria-hidden="true" />}
              to={`/admin/products/new?copy=${product.id}`}
            >
              Duplicate
            </LinkButton>
            <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setToDelete(shown)}>
              Delete
            </Button>
          </div>
          <h3>History</h3>
          {renderHistory(form.follow)}
        </>
      }
    >
      <ProductForm
        form={form}
        words={{ save: 'Save Product', saving: 'Saving…' }}
        actions={
          form.isDirty ? (
            <Button variant="quiet" onClick={form.startAgain}>
              Undo my changes
            </Button>
          ) : null
        }
      />
      <DeleteDialog
        product={toDelete}
        onClose={() => setToDelete(null)}
        onDeleted={() => {
          form.startAgain();
          navigate('/admin/products');
        }}
      />
    </ProductPageFrame>
  );
}
