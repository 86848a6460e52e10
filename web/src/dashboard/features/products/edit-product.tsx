import type { AdminProduct } from '@contract/admin.ts';
import { Copy, ExternalLink, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ProductForm } from './form/product-form.tsx';
import { ProductVatForm } from './form/product-vat.tsx';
import { valuesOf } from './form/product-values.ts';
import { useProductForm } from './form/use-product-form.ts';
import { LoadedProduct, ProductPageFrame } from './product-page-frame.tsx';
import { useProductToEdit } from './product-queries.ts';

type EditProductProps = {
  id: string;
  /** Renders the product's history; `onRestored` is called with the product after an older state was restored. */
  renderHistory(onRestored: (product: AdminProduct) => void): ReactNode;
  /** Why its stock is what it is. */
  movements: ReactNode;
};

/** One product: its form, the movements of its stock and its history. */
export function EditProduct({ id, ...parts }: EditProductProps) {
  const product = useProductToEdit(id);
  return (
    <>
      {/* The product's name, for people with several products open in tabs. */}
      <PageMeta title={`${product.data?.name ?? 'Edit Product'}, Admin Dashboard`} />
      <LoadedProduct query={product}>
        {(data) => <EditProductForm key={id} product={data} {...parts} />}
      </LoadedProduct>
    </>
  );
}

type EditProductFormProps = Omit<EditProductProps, 'id'> & { product: AdminProduct };

function EditProductForm({ product, renderHistory, movements }: EditProductFormProps) {
  const navigate = useNavigateAfterReply();
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
          <div className="cluster gap-3">
            <StatusBadge tone={shown.isActive ? 'good' : 'neutral'}>
              {shown.isActive ? 'Active' : 'Archived'}
            </StatusBadge>
            <span className="muted">Updated {formatDayAndTime(shown.updatedAt)}</span>
          </div>
          <div className="cluster gap-3">
            {shown.isActive ? (
              <LinkButton variant="secondary" icon={<ExternalLink />} to={`/product/${shown.slug}`}>
                See it in the shop
              </LinkButton>
            ) : null}
            <LinkButton variant="secondary" to={`/admin/customers/recall?product=${product.id}`}>
              Who has it
            </LinkButton>
            {shown.toOrder ? (
              <LinkButton variant="secondary" to={`/admin/orders?product=${product.id}`}>
                Who waits for it
              </LinkButton>
            ) : null}
            <LinkButton variant="secondary" icon={<Copy />} to={`/admin/products/new?copy=${product.id}`}>
              Duplicate
            </LinkButton>
            <Button variant="danger" icon={<Trash2 />} onClick={() => setToDelete(shown)}>
              Delete
            </Button>
          </div>
          <ProductVatForm productId={product.id} />
          {product.isService ? null : (
            <>
              <h3>Stock</h3>
              {movements}
            </>
          )}
          <h3>History</h3>
          {renderHistory(form.follow)}
        </>
      }
    >
      <ProductForm
        form={form}
        labels={{ save: 'Save Product', saving: 'Saving…' }}
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
